"""A JSON-RPC error that comes with HTTP status 404 is an answer, and costs nobody else anything.

After: googleapis/mcp-toolbox 3588
"""
from harness4 import *  # noqa: F403


class Server(Http):
    def post(self, m, notification):
        if m.get("method") == "initialize":
            Http.made += 1
            sid = "S%d" % Http.made
            Http.sessions.add(sid)
            return self.reply(200, {"jsonrpc": "2.0", "id": m["id"], "result": self.result(m)}, Mcp_Session_Id=sid)
        if self.headers.get("Mcp-Session-Id") not in Http.sessions:
            return self.reply(404, {"jsonrpc": "2.0", "id": None, "error": {"code": -32001, "message": "Session not found"}})
        if notification:
            return self.reply(202)
        if m["method"] == "tools/call" and m["params"]["arguments"].get("text") == "missing":
            return self.reply(404, {"jsonrpc": "2.0", "id": m["id"], "error": {"code": -32002, "message": "page not found"}})
        self.reply(200, {"jsonrpc": "2.0", "id": m["id"], "result": self.result(m)})


def test():
    port = serve(Server)
    g = Gateway({"backends": {"wiki": {"url": "http://127.0.0.1:%d/mcp" % port}}}).settled()
    text, error, _ = g.run({"tool": "wiki.echo", "arguments": {"text": "hi"}})
    check("GOT" in text, "a first call: " + text)
    t = time.monotonic()
    text, error, _ = g.run({"tool": "wiki.echo", "arguments": {"text": "missing"}})
    check(error and "page not found" in text and time.monotonic() - t < 5, "the error itself, after %.1f s: %s" % (time.monotonic() - t, text))
    t = time.monotonic()
    text, error, _ = g.run({"tool": "wiki.echo", "arguments": {"text": "hi"}})
    check("GOT" in text and time.monotonic() - t < 2, "the next call, after %.1f s: %s" % (time.monotonic() - t, text))
    b = g.backends()["wiki"]
    check(b["restarts"] == 0 and b["state"] == "Healthy", "state %s, %d restarts" % (b["state"], b["restarts"]))
    Http.sessions.clear()
    text, error, _ = g.run({"tool": "wiki.echo", "arguments": {"text": "hi"}})
    check("GOT" in text, "a session that is really gone is made anew: " + text)
    g.close()


main(Backend, test)
