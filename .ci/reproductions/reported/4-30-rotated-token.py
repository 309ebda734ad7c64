"""A token in a file that has changed is read again after a 401, not minutes later.

After: apache/gravitino 12530, stacklok/mecatl 342, StuMason/coolify-mcp 398
"""
from harness4 import *  # noqa: F403


class Server(Http):
    token = "t-one-long-enough"

    def post(self, m, notification):
        if self.headers.get("Authorization") != "Bearer " + Server.token:
            return self.reply(401, {"error": "invalid_token"}, WWW_Authenticate='Bearer error="invalid_token"')
        if notification:
            return self.reply(202)
        self.reply(200, {"jsonrpc": "2.0", "id": m["id"], "result": self.result(m)})


def test():
    file = os.path.join(tempfile.mkdtemp(), "token")
    with open(file, "w") as f:
        f.write(Server.token + "\n")
    port = serve(Server)
    g = Gateway({"backends": {"r": {"url": "http://127.0.0.1:%d/mcp" % port, "headers": {"Authorization": "Bearer secretref:file:" + file}}}}).settled()
    check("GOT" in g.run({"tool": "r.echo", "arguments": {}})[0], "a first call")
    Server.token = "t-two-long-enough"
    with open(file, "w") as f:
        f.write(Server.token + "\n")
    t, failed, text = time.monotonic(), 0, ""
    while time.monotonic() - t < 10:
        text, error, _ = g.run({"tool": "r.echo", "arguments": {}})
        if not error:
            break
        failed += 1
        time.sleep(1)
    check("GOT" in text and failed <= 1, "%d failed calls in %.0f s, then %s" % (failed, time.monotonic() - t, text))
    g.close()


main(Backend, test)
