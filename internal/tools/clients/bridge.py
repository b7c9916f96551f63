"""Lends an SDK's client to a test, as bridge.mjs does."""

import json
import sys

import anyio
from mcp import types


METHODS = {
    "listTools": lambda client, _: client.list_tools(),
    "callTool": lambda client, p: client.call_tool(p["name"], p["arguments"]),
    "listResources": lambda client, _: client.list_resources(),
    "readResource": lambda client, p: client.read_resource(p["uri"]),
    "getPrompt": lambda client, p: client.get_prompt(p["name"], p["arguments"]),
    "complete": lambda client, p: client.complete(
        types.PromptReference(type="ref/prompt", name=p["ref"]["name"]), p["argument"]
    ),
}


def next_line():
    return anyio.to_thread.run_sync(sys.stdin.readline)


def answer(value):
    print(json.dumps(value), flush=True)


def run(session):
    """Run session with the first line; what ends it is its error."""
    try:
        anyio.run(lambda: connect(session))
    except BaseException as error:
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        answer({"error": str(error)})


async def connect(session):
    await session(**json.loads(await next_line()))


async def serve(client, version, instructions):
    """Call what the further lines say."""
    answer({"version": version, "instructions": instructions})
    while line := await next_line():
        request = json.loads(line)
        try:
            result = await METHODS[request["method"]](client, request.get("params"))
            answer(result.model_dump(mode="json", by_alias=True, exclude_none=True))
        except Exception as error:
            answer({"error": str(error)})
