"""A byte order mark before a client's message is passed over, or named; the message is not cut.

After: modelcontextprotocol/go-sdk 664 (byte order marks on the wire), here from the client's side
"""
from harness5 import *  # noqa: F403


import http.client


class Door:
    """gatemini serve --http, and plain requests to it."""

    def __init__(self, config):
        self.home, self.port = home_of(), free_port()
        self.path = write(self.home, "g.json", config)
        self.err = open(self.home + "/err", "w+")
        self.process = subprocess.Popen(GATEMINI + ["serve", "--http", "127.0.0.1:%d" % self.port, "--config", self.path], cwd=self.home,
                                        env=environment(self.home), stdin=subprocess.DEVNULL, stdout=self.err, stderr=self.err)
        end = time.time() + 60
        while time.time() < end:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                break
            except OSError:
                time.sleep(0.2)

    def ask(self, body, path="/mcp", headers=(), accept="application/json, text/event-stream", timeout=60):
        """One POST; status, headers in lower case, text."""
        data = body if isinstance(body, bytes) else (body if isinstance(body, str) else json.dumps(body)).encode()
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        c.putrequest("POST", path, skip_accept_encoding=True)
        for k, v in {"Content-Type": "application/json", **({"Accept": accept} if accept else {}), **dict(headers)}.items():
            c.putheader(k, v)
        c.putheader("Content-Length", str(len(data)))
        c.endheaders(data)
        r = c.getresponse()
        text = r.read().decode(errors="replace")
        c.close()
        return r.status, {k.lower(): v for k, v in r.getheaders()}, text

    def session(self):
        s, h, b = self.ask(INIT)
        headers = {"Mcp-Session-Id": h["mcp-session-id"], "MCP-Protocol-Version": "2025-06-18"}
        self.ask({"jsonrpc": "2.0", "method": "notifications/initialized"}, headers=headers)
        return headers

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(25)
        except Exception:
            self.process.kill()
        shutil.rmtree(self.home, ignore_errors=True)


INIT = {"jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}}


def test():
    d = Door({"mcpServers": {}})
    h = d.session()
    body = b"\xef\xbb\xbf" + json.dumps({"jsonrpc": "2.0", "id": 2, "method": "tools/list"}).encode()
    s, _, text = d.ask(body, headers=h)
    check("result" in json.loads(text) or "order mark" in text or "BOM" in text, "HTTP: %s %s" % (s, text[:200]))
    d.close()
    g = Gateway({"mcpServers": {}})
    g.process.stdin.write(b"\xef\xbb\xbf" + b'{"jsonrpc":"2.0","id":77,"method":"tools/list"}\n')
    g.process.stdin.flush()
    try:
        answer = g.answer(77, 20)
        check("result" in answer, "stdio: " + json.dumps(answer)[:200])
    except Exception as e:
        line = json.dumps(g.notes[-1:])[:300]
        check(False, "stdio: no answer to id 77 (%s); came: %s" % (type(e).__name__, line))
    g.close()


main(test)
