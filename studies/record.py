"""Record studies: pages, figures, and the table of claims in README.md.

    python studies/record.py            all of them, some minutes
    python studies/record.py gaming     some of them; the table keeps the rows of the others

Claims that only a page has, those of the other papers, stand in OTHERS.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

from claims import Claim, markdown

FOLDER = Path(__file__).resolve().parent
# Page -> the commands that print it.
PAGES = {
    "near_and_far": ("--as printed", "--as code"),
    "mode_heuristics": ("--as printed", "--as code"),
    "two_rings": ("--as printed", "--as code"),
    "gaming": ("",),
    "thresholds": ("",),
    "early_stopping": ("",),
    "correlations": ("",),
    "printed_numbers": ("",),
}
START, END = "<!-- claims -->", "<!-- end of claims -->"
OTHERS = [
    ("macro_f1", Claim(
        "[MF1] fig. 1a", "Guessing at 95% and 5%: how far the two macro F1s are apart",
        "RMS .13, r .72, rho .69", ".127, .733, .724", "holds", "100 runs: r .717, sd .015")),
    ("macro_f1", Claim(
        "[MF1] fig. 1b", "Delta grows with the imbalance of the classes", "-",
        "medians 50/50 0, 75/25 .033, 95/5 .127, 99/1 .159", "holds", "")),
    ("macro_f1", Claim(
        "[MF1] fig. 2", "Delta grows with skew and falls with accuracy", "-",
        "n 4: 0 to .017; n 13: 0 to .023", "holds",
        "the steepest distribution is lost in the text and filled in")),
    ("macro_f1", Claim(
        "[MF1] theorem, part 2", "Delta > 0 where some precision differs from its recall", "-",
        "[[1,1],[0,0]]: P 1/2, R 1 in class 0, Delta 0", "doesn't hold",
        "needs something correct in every class")),
    ("macro_f1", Claim(
        "[MF1] appendix C", "The supremum of Delta: .5, for odd n .5 - 1/(2 n^2)", ".5, .444 ...",
        "approached to 1e-6 for n 2 to 9", "holds", "")),
    ("metric_properties", Claim(
        "[OPI] table 5", "Which of five properties ten metrics have", "50 plain marks",
        "all of them", "holds", "a counterexample proves a mark missing; none found is no proof")),
    ("metric_properties", Claim(
        "[OPI] table 5, in brackets", "The same after prevalence calibration", "marks in brackets",
        "8 come out otherwise", "holds in part",
        "calibration ties the classes together")),
    ("soft_metric_properties", Claim(
        "[RIZ] table 1", "P4 holds for Manhattan and Euclidean distance", "yes",
        "p .5, q .4, r .7", "doesn't hold", "predictions on opposite sides of the target")),
    ("soft_metric_properties", Claim(
        "[RIZ] table 1", "The Jensen-Shannon row", "equation: divergence; examples: distance",
        "the divergence lacks P3 (.4315 < .6931), the distance P6", "holds in part",
        "the row mixes both")),
    ("soft_metric_properties", Claim(
        "[RIZ] section 5", "P8 holds for no distance", "-", "holds for Manhattan", "holds in part",
        "its premise is that distance")),
    ("soft_metric_properties", Claim(
        "[RIZ] table 2", "Cross entropy moves most systems in a ranking", "79%, 73%, 75%",
        "92%, 92%, 86%", "holds in part", "simulated systems; the paper's can't be had")),
    ("word_similarity", Claim(
        "[HAU] table 2", "Leacock & Chodorow agrees best with people", "r .49, .73",
        "WordNet: Jiang & Conrath r .88, Leacock & Chodorow .78", "can't be rerun",
        "the parliament's thesaurus can't be had; on WordNet another one agrees best")),
    ("word_similarity", Claim(
        "[HAU], after Seco et al.", "Jiang & Conrath .84 and Wu & Palmer .74 on Miller & Charles",
        "r .84, .74", ".882, .746", "holds", "WordNet 3.1 instead of that of 2004")),
]  # fmt: skip


def printed(name, arguments):
    """Output of a study."""
    command = [sys.executable, str(FOLDER / f"{name}.py"), *arguments.split()]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.strip()


def page_of(name, texts):
    """A study's page: what it is, what its commands print, its figure."""
    purpose = (FOLDER / f"{name}.py").read_text(encoding="utf-8").split('"""')[1]
    title, rest = purpose.split("\n", 1)
    rest = re.sub(r"\n    (.+)", r"\n```bash\n\1\n```", rest.rstrip())
    body = "\n\n".join(texts).replace("### ", "## ")
    body = re.sub(r"^Figure: studies/(\S+)$", f"![{name}](\\1)", body, flags=re.M)
    return f"# {title.rstrip('.')}\n{rest}\n\n{body}\n"


def rows_of(text):
    """Cells of the claims that a page holds."""
    table = text.rpartition("| where | claim |")[2] if "| where | claim |" in text else ""
    return [
        [cell.strip() for cell in line.strip("|").split(" | ")]
        for line in table.split("\n")[2:]
        if line.startswith("| ")
    ]


def table_of_claims():
    """The table of README.md, out of the pages and OTHERS."""
    rows = []
    for name in PAGES:
        page = FOLDER / f"{name}.md"
        text = page.read_text(encoding="utf-8") if page.exists() else ""
        # As printed, where there are two variants.
        text = text.split("as code\n")[0]
        rows += [[f"[{name}]({name}.md)", *cells] for cells in rows_of(text)]
    rows += [[f"[{name}]({name}.md)", *claim] for name, claim in OTHERS]
    return markdown(["study", "where", "claim", "printed", "here", "verdict", "why"], rows)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("studies", nargs="*", choices=[[], *PAGES], default=[])
    options = parser.parse_args(arguments)
    for name in options.studies or PAGES:
        texts = [printed(name, variant) for variant in PAGES[name]]
        (FOLDER / f"{name}.md").write_text(page_of(name, texts), encoding="utf-8")
        print(name)
    readme = FOLDER / "README.md"
    text = readme.read_text(encoding="utf-8")
    before, _, rest = text.partition(START)
    _, _, after = rest.partition(END)
    readme.write_text(f"{before}{START}\n{table_of_claims()}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
