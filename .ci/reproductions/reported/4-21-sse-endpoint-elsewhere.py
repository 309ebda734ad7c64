"""An SSE server that names an endpoint on another host: the reason says that.

After: modelcontextprotocol/typescript-sdk 583, haierkeys/fast-note-sync-service 273
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
        return "http://10.0.0.5:8080/messages?sid=" + sid

    def status(self):
        return 405


def test():
    port = serve(Server)
    g = Gateway({"mcpServers": {"old": {"type": "sse", "url": "http://127.0.0.1:%d/x/sse" % port}}}).settled()
    reason = g.backends()["old"].get("reason") or ""
    check("10.0.0.5" in reason or "another" in reason, "the reason: " + reason)
    g.close()


main(Backend, test)
