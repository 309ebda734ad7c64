"""A server says that the session is gone by 200 and an error -32001, or by 401: a new session is made.

After: modelcontextprotocol/rust-sdk 689, actionhero/keryx 503
"""
from harness4 import *  # noqa: F403


MOODS = ["ok200", "unauthorized401"]


class Server(Http):
    def post(self, m, notification):
        if m.get("method") == "initialize":
            Http.made += 1
            Http.sessions.add("S%d" % Http.made)
            return self.reply(200, {"jsonrpc": "2.0", "id": m["id"], "result": self.result(m)}, Mcp_Session_Id="S%d" % Http.made)
        if self.headers.get("Mcp-Session-Id") not in Http.sessions:
            return self.lost(m.get("id"))
        if notification:
            return self.reply(202)
        self.reply(200, {"jsonrpc": "2.0", "id": m["id"], "result": self.result(m)})

    def lost(self, i):
        error = lambda code, text: {"jsonrpc": "2.0", "id": i, "error": {"code": code, "message": text}}
        mood = self.mood()
        if mood == "ok200":
            return self.reply(200, error(-32001, "Session not found"))
        self.reply(401, "Unauthorized: Session not found", "text/plain")


def test():
    port = serve(Server)
    g = Gateway({"backends": {m: {"url": "http://127.0.0.1:%d/%s/mcp" % (port, m)} for m in MOODS}}).settled()
    for m in MOODS:
        assert "GOT" in g.run({"tool": m + ".echo", "arguments": {}})[0], m
    Http.sessions.clear()
    for m in MOODS:
        t, failed, text = time.monotonic(), 0, ""
        while time.monotonic() - t < 6:
            text, error, _ = g.run({"tool": m + ".echo", "arguments": {}})
            if not error:
                break
            failed += 1
            time.sleep(1)
        check("GOT" in text and failed <= 1, "%s: %d failed calls, then %s" % (m, failed, text))
    g.close()


main(Backend, test)
