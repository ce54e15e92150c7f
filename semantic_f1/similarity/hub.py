"""Similarities as files of repositories on the Hugging Face Hub: fetched and pushed."""

import re

DEFAULT_FILE = "similarity.json"
_ADDRESS = re.compile(
    r"hf://(?P<kind>datasets|spaces)/(?P<repo>[^/@]+/[^/@]+)(@(?P<revision>[^/]+))?(/(?P<file>.+))?"
)


def fetch(address):
    """Download a file, unless the cache has it, and return its path there."""
    match = _ADDRESS.fullmatch(address)
    if not match:
        what = f"hf://datasets/OWNER/NAME[@REVISION][/FILE], FILE {DEFAULT_FILE} by default"
        raise ValueError(f"similarity: expected {what}; got {address!r}")
    import huggingface_hub

    try:
        return huggingface_hub.hf_hub_download(
            match["repo"],
            match["file"] or DEFAULT_FILE,
            repo_type=match["kind"].removesuffix("s"),
            revision=match["revision"],
        )
    except _failures() as error:
        raise ValueError(
            f"similarity: {address} could not be fetched: {_one_line(error)}"
        ) from error


def push(
    content, repo_id, path_in_repo=None, *,
    private=None, token=None, revision=None, commit_message="Similarity",
):  # fmt: skip
    """Upload a file to a dataset repository, made if there is none; its address in that commit."""
    path_in_repo = DEFAULT_FILE if path_in_repo is None else path_in_repo
    if not isinstance(path_in_repo, str) or not path_in_repo.lower().endswith(".json"):
        raise ValueError(f"path_in_repo: expected a name that ends in .json; got {path_in_repo!r}")
    if not isinstance(repo_id, str) or not re.fullmatch(r"[^/@]+/[^/@]+", repo_id):
        raise ValueError(f"repo_id: expected 'OWNER/NAME'; got {repo_id!r}")
    import huggingface_hub

    api = huggingface_hub.HfApi(token=token)
    try:
        api.create_repo(repo_id, repo_type="dataset", private=private, exist_ok=True)
        commit = api.upload_file(
            path_or_fileobj=content,
            path_in_repo=path_in_repo,
            repo_id=repo_id,
            repo_type="dataset",
            revision=revision,
            commit_message=commit_message,
        )
    except _failures() as error:
        raise ValueError(f"repo_id: could not push to {repo_id!r}: {_one_line(error)}") from error
    return f"hf://datasets/{repo_id}@{commit.oid}/{path_in_repo}"


def _failures():
    """Errors of huggingface_hub and of the HTTP library, of any version, that it is built on."""
    from huggingface_hub.errors import HfHubHTTPError

    return (OSError, ValueError, *HfHubHTTPError.__bases__)


def _one_line(error):
    return " ".join(str(error).split())
