"""A server says that the session is gone by 500, 503, 410, an event, or "not initialized": a new session is made.

After: sparfenyuk/mcp-proxy 149, zoedsoupe/anubis-mcp 89, actionhero/keryx 503, markmhendrickson/neotoma 1923
"""
from harness4 import *  # noqa: F403


MOODS = ["error500", "unavailable503", "gone410", "event200", "uninitialized200"]


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
        if mood == "error500":
            return self.reply(500, error(-32603, "Session terminated"))
        if mood == "unavailable503":
            return self.reply(503, error(-32001, "Service Unavailable: unknown session"))
        if mood == "gone410":
            return self.reply(410, "the session is gone", "text/plain")
        if mood == "event200":
            return self.reply(200, 'event: message\ndata: {"error":"Session not found"}\n\n', "text/event-stream")
        self.reply(200, error(-32002, "Server not initialized"))


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
