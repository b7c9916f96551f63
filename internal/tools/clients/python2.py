import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

import bridge


async def session(url, token="", mode=""):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with httpx2.AsyncClient(headers=headers) as http:
        transport = streamable_http_client(url, http_client=http)
        async with Client(transport, mode=mode or "auto") as client:
            await bridge.serve(client, client.protocol_version, client.instructions)


bridge.run(session)
