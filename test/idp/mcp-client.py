"""An MCP client that knows the address of a server, and its own ID if it is given one, and nothing else. Writes the address at which its user signs in, reads the
address to which the browser returned, and writes what the tool answers; each on a line of its own."""

import asyncio
import json
import sys
from urllib.parse import parse_qs, urlsplit

from httpx2 import AsyncClient
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientInformationFull, OAuthClientMetadata


class Memory:
    def __init__(self, client_info):
        self.tokens = None
        self.client_info = client_info

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client_info

    async def set_client_info(self, client_info):
        self.client_info = client_info


def write(value):
    print(json.dumps(value), flush=True)


async def sign_in_at(url):
    write(url)


async def returned():
    query = parse_qs(urlsplit(await asyncio.to_thread(sys.stdin.readline)).query)
    return AuthorizationCodeResult(**{name: query[name][0].strip() for name in ("code", "state", "iss")})


async def main(server_url, client_id=None, client_secret=None):
    metadata = {
        "client_name": "Python client",
        "redirect_uris": ["http://127.0.0.1:33418/callback"],
        "token_endpoint_auth_method": "client_secret_post" if client_secret else "none",
    }
    known = client_id and OAuthClientInformationFull(client_id=client_id, client_secret=client_secret, **metadata)
    auth = OAuthClientProvider(
        server_url=server_url,
        client_metadata=OAuthClientMetadata(**metadata),
        storage=Memory(known),
        redirect_handler=sign_in_at,
        callback_handler=returned,
    )
    async with AsyncClient(auth=auth, timeout=60) as http:
        async with Client(streamable_http_client(server_url, http_client=http)) as client:
            result = await client.call_tool("who-am-i", {})
            write(result.content[0].text)


asyncio.run(main(*sys.argv[1:]))
