import httpx
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client

import bridge


async def session(url, token="", mode=""):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with (
        httpx.AsyncClient(headers=headers) as http,
        streamable_http_client(url, http_client=http) as (read, write, _),
        ClientSession(read, write) as client,
    ):
        hello = await client.initialize()
        await bridge.serve(client, hello.protocolVersion, hello.instructions)


bridge.run(session)
