"""A client that is no OpenSSH: ``python -m tests.net.guests.asyncssh_client PORT KEY``."""

import asyncio
import os
import sys
import tty

import asyncssh


async def main(port: str, key: str) -> int:
    """Be at the other end until that ends; returns its exit code."""
    columns, rows = os.get_terminal_size()
    line = await asyncssh.connect(
        "127.0.0.1", int(port), username="guest", known_hosts=None, client_keys=[key],
        config=None, agent_path=None,
    )  # fmt: skip
    async with line:
        process = await line.create_process(
            term_type=os.environ["TERM"], term_size=(columns, rows), encoding=None
        )
        loop = asyncio.get_running_loop()
        loop.add_reader(0, lambda: process.stdin.write(os.read(0, 1 << 16)))
        while data := await process.stdout.read(1 << 16):
            os.write(1, data)
        loop.remove_reader(0)
        status = (await process.wait()).exit_status
    return status or 0


if __name__ == "__main__":
    tty.setraw(0)
    sys.exit(asyncio.run(main(*sys.argv[1:])))
