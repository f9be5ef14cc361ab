"""Running the application with uvicorn, with the settings that the protocol's limits need."""

from __future__ import annotations

import socket
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from innkeeper.server.app import make_app
from innkeeper.server.limits import Limits
from innkeeper.server.storage import Store

_MOST_FRAME = 16_384


def server(app: ASGIApp, **more: Any) -> uvicorn.Server:
    """Return a server that is ready to run an application."""
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=_MOST_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=30,
        ws_ping_timeout=60,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=3,
        **more,
    )
    return uvicorn.Server(config)


def run(store: Store, listening: socket.socket, origins: tuple[str, ...] = (), limits: Limits | None = None) -> None:
    """Serve until interrupted."""
    server(make_app(store, limits, origins)).run(sockets=[listening])
