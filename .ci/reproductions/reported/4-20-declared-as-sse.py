"""A server declared as SSE is spoken to as SSE, whatever it says to a POST.

After: NousResearch/hermes-agent 19135 (SSE servers taken for streamable ones)
"""
from harness4 import *  # noqa: F403


class Server(Http):
    streams, made = {}, 0

    def do_GET(self):
        Server.made += 1
        sid = str(Server.made)
        Server.streams[sid] = queue.Queue()
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write(("event: endpoint\ndata: %s\n\n" % self.address(sid)).encode())
        self.wfile.flush()
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                answer = Server.streams[sid].get(timeout=2)
            except queue.Empty:
                self.wfile.write(b": here\n\n")
                self.wfile.flush()
                continue
            self.wfile.write(("event: message\ndata: %s\n\n" % json.dumps(answer)).encode())
            self.wfile.flush()

    def post(self, m, notification):
        if "sid=" not in self.path:
            return self.reply(self.status(), "no", "text/plain")
        self.reply(202, "Accepted", "text/plain")
        if not notification:
            Server.streams[self.path.split("sid=")[1]].put({"jsonrpc": "2.0", "id": m["id"], "result": self.result(m)})

    def address(self, sid):
        return "/%s/messages?sid=%s" % (self.mood(), sid)

    def status(self):
        return int(self.mood()[1:])


def test():
    port = serve(Server)
    moods = ["s405", "s403", "s500", "s501", "s415"]
    g = Gateway({"mcpServers": {m: {"type": "sse", "url": "http://127.0.0.1:%d/%s/sse" % (port, m)} for m in moods}}).settled()
    for m in moods:
        text, error, _ = g.run({"tool": m + ".echo", "arguments": {"text": "x"}})
        check("GOT" in text, "%s: %s" % (m, text))
    g.close()


main(Backend, test)
