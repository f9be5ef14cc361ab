"""Reading a server's pages in tests."""

import asyncio
import http.client
import json as json_
from typing import Any
from urllib.parse import urlsplit

from tests.server.helper import WAIT


def _get(url: str, path: str, headers: dict[str, str]) -> tuple[int, bytes, dict[str, str]]:
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=WAIT)
    try:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read(), {name.lower(): value for name, value in answer.getheaders()}
    finally:
        connection.close()


async def fetch(url: str, path: str, **headers: str) -> tuple[int, bytes, dict[str, str]]:
    """Return status, body and headers of a page."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return await asyncio.to_thread(_get, url, path, named)


async def get(url: str, path: str, json: bool = True, **headers: str) -> tuple[int, Any]:
    """Return status and content of a page, read as JSON or text."""
    status, body, _ = await fetch(url, path, **headers)
    return status, json_.loads(body) if json else body.decode()
