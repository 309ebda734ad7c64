""""error": null beside a result is no error: the tool has done its work.

After: gensecaihq/Wazuh-MCP-Server 59
"""
from harness4 import *  # noqa: F403


class Server(Backend):
    tools = [tool("pay")]

    def call(self, m, line):
        self.raw('{"jsonrpc":"2.0","id":%d,"result":%s,"error":null}\n' % (m["id"], json.dumps(self.text("paid"))))


class Web(Http):
    def post(self, m, notification):
        if notification:
            return self.reply(202)
        answer = {"jsonrpc": "2.0", "id": m["id"], "result": self.result(m), "error": None}
        self.reply(200, [answer] if self.mood() == "wrapped" else answer)


def test():
    port = serve(Web)
    g = Gateway({"backends": {"shop": backend(), "web": {"url": "http://127.0.0.1:%d/plain" % port},
                              "wrapped": {"url": "http://127.0.0.1:%d/wrapped" % port}}}).settled()
    text, error, _ = g.run({"tool": "shop.pay", "arguments": {}})
    check(not error and "paid" in text, "stdio: " + text)
    for name in ("web", "wrapped"):
        b = g.backends()[name]
        check(b["state"] == "Healthy", "%s: %s %s" % (name, b["state"], b.get("reason")))
    g.close()


main(Server, test)
