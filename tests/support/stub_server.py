"""A scripted model API on loopback: the script, the request log, and HTTP with event streams.

What the three APIs share. Each of `stub_anthropic`, `stub_openai` and `stub_gemini` adds the words
of one API. A script is a list of steps; each request of the agent's main conversation takes one.
A step is one part or a list of parts:

    with AnthropicStub([Text("hello"), [Thinking("hm"), ToolCall("Bash", {…})]]) as stub:
        ...  # let the CLI talk to stub.url
        assert stub.requests[0]["messages"]
"""

import json
import os
import select
import socket
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from tests.support.script import Body, Fail, Hold, Part, Step


class ClientLeftError(ConnectionError):
    """The client hung up in the middle of an answer."""


class Reply:
    """One answer on its way to the client."""

    def __init__(self, handler: BaseHTTPRequestHandler, closing: threading.Event) -> None:
        self._handler = handler
        self._closing = closing

    def document(
        self, document: Body | list[Any], status: int = 200, headers: dict[str, str] | None = None
    ) -> None:
        """Answer with one JSON document."""
        data = json.dumps(document).encode()
        handler = self._handler
        handler.send_response(status)
        handler.send_header("content-type", "application/json")
        handler.send_header("content-length", str(len(data)))
        for name, value in (headers or {}).items():
            handler.send_header(name, value)
        handler.end_headers()
        if handler.command != "HEAD":
            handler.wfile.write(data)

    def begin_stream(self) -> None:
        """Answer with a stream of events; `end_stream` must follow."""
        self._handler.send_response(200)
        self._handler.send_header("content-type", "text/event-stream; charset=utf-8")
        self._handler.send_header("cache-control", "no-cache")
        self._handler.send_header("transfer-encoding", "chunked")
        self._handler.end_headers()

    def event(self, data: Body, name: str = "") -> None:
        """Send one event."""
        head = f"event: {name}\n" if name else ""
        self._chunk(f"{head}data: {json.dumps(data, ensure_ascii=False)}\n\n".encode())

    def end_stream(self) -> None:
        """Close the stream in good order."""
        self._chunk(b"")

    def cut(self) -> None:
        """Break the connection off."""
        self._handler.close_connection = True
        self._handler.connection.shutdown(socket.SHUT_RDWR)

    def pieces(self, text: str, size: int, delay: float = 0.0) -> Iterator[str]:
        """Cut a text into pieces, each one `delay` seconds after the one before."""
        for start in range(0, len(text), size):
            if delay:
                self._closing.wait(delay)
            yield text[start : start + size]

    def hold(self, hold: Hold | None) -> None:
        """Wait until a hold is released; a client that hangs up meanwhile ends the answer."""
        if hold is None:
            return
        hold.reached.set()
        while not hold.is_released:
            if self._closing.is_set() or self._client_left():
                hold.client_left.set()
                raise ClientLeftError

    def _client_left(self) -> bool:
        connection = self._handler.connection
        readable, _, _ = select.select([connection], [], [], 0.02)
        try:
            return bool(readable) and not connection.recv(1, socket.MSG_PEEK)
        except ConnectionError:
            return True

    def _chunk(self, data: bytes) -> None:
        self._handler.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self._handler.wfile.flush()


class ModelStub(ABC):
    """A model API that plays a script; a context manager that leaves no thread and no socket."""

    def __init__(
        self, steps: Iterable[Step] = (), *, aside: Callable[[Body], bool] | None = None
    ) -> None:
        self.requests: list[Body] = []
        """Bodies of the requests that took a step, in order."""
        self.asides: list[Body] = []
        """Bodies of all other model requests: titles, summaries, routing."""
        self.unscripted: list[Body] = []
        """Requests that came when no step was left; leaving the `with` raises then."""
        self.run = os.urandom(4).hex()
        """Part of every id: CLIs merge messages of equal ids when they resume a session."""
        self._steps: list[tuple[Part, ...]] = []
        self._aside = aside
        self._lock = threading.Lock()
        self._server = _Server()
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self.then(*steps)

    @property
    def url(self) -> str:
        """Where the API is."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def steps_left(self) -> int:
        """How many steps no request has taken yet."""
        with self._lock:
            return len(self._steps)

    def then(self, *steps: Step) -> None:
        """Add steps to the end of the script."""
        parts = [tuple(step) if isinstance(step, Sequence) else (step,) for step in steps]
        with self._lock:
            self._steps += parts

    def __enter__(self) -> Self:
        self._server.answer = self._answer
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._server.closing.set()
        self._server.shutdown()
        self._server.hang_up()
        self._server.server_close()
        self._thread.join()
        if kind is None and self._server.failures:
            raise self._server.failures[0]
        if kind is None and self.unscripted:
            raise AssertionError(f"{len(self.unscripted)} model requests came after the last step")

    @abstractmethod
    def takes_step(self, path: str, body: Body) -> bool:
        """Tell whether a request belongs to the main conversation."""

    @abstractmethod
    def play(self, path: str, body: Body, parts: Sequence[Part], reply: Reply) -> None:
        """Answer a request with the parts of a step."""

    @abstractmethod
    def fail(self, fail: Fail) -> Body:
        """Return the document of an HTTP error."""

    @abstractmethod
    def answer_aside(self, method: str, path: str, body: Body, reply: Reply) -> None:
        """Answer a request that takes no step."""

    def _answer(self, method: str, path: str, body: Body, reply: Reply) -> None:
        main = method == "POST" and self.takes_step(path, body)
        if not main or (self._aside is not None and self._aside(body)):
            if method == "POST":
                with self._lock:
                    self.asides.append(body)
            self.answer_aside(method, path, body, reply)
            return
        parts = self._take(body)
        if isinstance(parts[0], Fail):
            reply.document(self.fail(parts[0]), parts[0].status, parts[0].headers)
        else:
            self.play(path, body, parts, reply)

    def _take(self, body: Body) -> tuple[Part, ...]:
        with self._lock:
            if not self._steps:
                self.unscripted.append(body)
                return (Fail(400, message="the script has no step left"),)
            self.requests.append(body)
            step = self._steps[0]
            if isinstance(step[0], Fail) and step[0].times > 1:
                self._steps[0] = (replace(step[0], times=step[0].times - 1),)
            else:
                del self._steps[0]
            return step


class _Server(ThreadingHTTPServer):
    """One thread per connection; all of them have ended when it is closed."""

    daemon_threads = False
    request_queue_size = 64
    answer: Callable[[str, str, Body, Reply], None]

    def __init__(self) -> None:
        self.closing = threading.Event()
        self.failures: list[BaseException] = []
        self.open: set[socket.socket] = set()
        super().__init__(("127.0.0.1", 0), _Handler)

    def hang_up(self) -> None:
        """Wake every thread that still waits for its client."""
        for connection in tuple(self.open):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue

    def handle_error(self, request: object, client_address: object) -> None:
        """Keep our own mistakes for the test; that a client hangs up is no mistake."""
        failure = sys.exc_info()[1]
        if failure is not None and not isinstance(failure, ConnectionError):
            self.failures.append(failure)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def setup(self) -> None:
        super().setup()
        self.server.open.add(self.connection)
        if self.server.closing.is_set():
            self.server.hang_up()

    def finish(self) -> None:
        self.server.open.discard(self.connection)
        try:
            super().finish()
        except ConnectionError:
            return

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: the request log is what tests read."""

    def _serve(self) -> None:
        path = self.path.partition("?")[0]
        raw = self._read_body()
        try:
            body = json.loads(raw) if raw else {}
        except ValueError:
            body = {"undecoded": raw.decode("utf-8", "replace")}
        self.server.answer(self.command, path, body, Reply(self, self.server.closing))

    def _read_body(self) -> bytes:
        if self.headers.get("transfer-encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("content-length") or 0))
        raw = b""
        while size := int(self.rfile.readline().partition(b";")[0] or b"0", 16):
            raw += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return raw

    # The names are those that http.server looks for.
    do_GET = do_HEAD = do_POST = _serve  # noqa: N815
