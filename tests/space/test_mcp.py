"""Tools of agents: four endpoints by the Model Context Protocol, if the extra is installed."""

import ast
import asyncio
from importlib.util import find_spec

import pytest

pytestmark = pytest.mark.space


async def asked(url, name, arguments):
    from mcp import ClientSession
    from mcp.client.streamable_http import streamablehttp_client

    async with (
        streamablehttp_client(f"{url}gradio_api/mcp/") as (read, write, _),
        ClientSession(read, write) as session,
    ):
        await session.initialize()
        tools = [tool.name for tool in (await session.list_tools()).tools]
        return tools, (await session.call_tool(name, arguments)).content[0].text


def test_four_tools_give_the_metric_s_numbers(server, load):
    if find_spec("mcp") is None:
        pytest.skip("the package mcp is not here: pip install 'gradio[mcp]'")
    sides = (["anger"], ["disgust", "sadness"])
    given = dict(zip(("predicted", "gold"), sides, strict=True))
    tools, answer = asyncio.run(asked(server.url, "explain_example", given))
    assert tools == ["explain_example", "score_file", "compare_files", "make_similarity"]
    assert ast.literal_eval(answer)["semantic"] == load().explain(*sides, similarity="plutchik")
