"""An HTTP server that was away for some seconds (a restart, a laptop that slept) can be called as soon as it is back.

After: mateaix/mateclaw 289, agno-agi/agno 5557, NousResearch/hermes-agent 30268, anomalyco/opencode 29190
"""
from harness4 import *  # noqa: F403


class Web(Http):
    def post(self, m, notification):
        if notification:
            return self.reply(202)
        self.reply(200, {"jsonrpc": "2.0", "id": m["id"], "result": self.result(m)})


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
    g = Gateway({"backends": {"web": {"url": "http://127.0.0.1:%d/mcp" % port}}}).settled()
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
