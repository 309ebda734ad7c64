"""An answer behind other text on its line is read, or the timeout says what stood there.

After: azizmazrou/ews-mcp 133, kud/mcp-jenkins 6
"""
from harness4 import *  # noqa: F403


class Server(Backend):
    tools = [tool("load")]

    def call(self, m, line):
        self.raw("\r 50%\r100% done " + json.dumps({"jsonrpc": "2.0", "id": m["id"], "result": self.text("loaded")}) + "\n")


def test():
    g = Gateway({"backends": {"b": dict(backend(), timeout="4s")}}).settled()
    text, error, _ = g.run({"tool": "b.load", "arguments": {}})
    check("loaded" in text or "stdout" in text or "100% done" in text, text)
    g.close()


main(Server, test)
