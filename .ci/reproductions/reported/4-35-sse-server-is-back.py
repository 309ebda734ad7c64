"""The same for a server of the older HTTP+SSE kind.

After: openkursar/hello-halo 290, home-assistant/core 140667
"""
from harness4 import *  # noqa: F403


class Web(Http):
    streams = {}

    def do_GET(self):
        sid = str(time.monotonic())
        Web.streams[sid] = queue.Queue()
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write(("event: endpoint\ndata: /messages?sid=%s\n\n" % sid).encode())
        self.wfile.flush()
        while True:
            try:
                answer = Web.streams[sid].get(timeout=2)
            except queue.Empty:
                self.wfile.write(b": here\n\n")
                self.wfile.flush()
                continue
            self.wfile.write(("event: message\ndata: %s\n\n" % json.dumps(answer)).encode())
            self.wfile.flush()

    def post(self, m, notification):
        if "sid=" not in self.path or self.path.split("sid=")[1] not in Web.streams:
            return self.reply(405 if "sid=" not in self.path else 404, "no", "text/plain")
        self.reply(202, "Accepted", "text/plain")
        if not notification:
            Web.streams[self.path.split("sid=")[1]].put({"jsonrpc": "2.0", "id": m["id"], "result": self.result(m)})


class Server(Backend):
    def run(self):
        Quiet(("127.0.0.1", int(sys.argv[2])), Web).serve_forever()


def up(port):
    import socket
    process = subprocess.Popen([sys.executable, ME, "--backend", str(port)])
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return process
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("the server does not listen")


def test():
    port = serve(Web)          # a free port, taken below by a process that can be ended
    port = port + 1 if port < 65000 else port - 1
    web = up(port)
    g = Gateway({"backends": {"web": {"url": "http://127.0.0.1:%d/sse" % port, "transport": "sse"}}}).settled()
    check("GOT" in g.run({"tool": "web.echo", "arguments": {}})[0], "a first call")
    web.kill()
    web.wait()
    for _ in range(3):
        t = time.monotonic()
        text, error, _ = g.run({"tool": "web.echo", "arguments": {}})
        check(error, "while it is away, after %.1f s: %s" % (time.monotonic() - t, text))
        time.sleep(2)
    web = up(port)
    t, failed, text = time.monotonic(), 0, ""
    while time.monotonic() - t < 120:
        text, error, _ = g.run({"tool": "web.echo", "arguments": {}})
        if not error:
            break
        failed += 1
        time.sleep(1)
    took = time.monotonic() - t
    check("GOT" in text and took < 5, "after it is back: %d failed calls, %.0f s, then %s" % (failed, took, text))
    web.kill()
    g.close()


main(Server, test)
