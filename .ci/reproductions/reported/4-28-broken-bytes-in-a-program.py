"""An answer with bytes that are no UTF-8 is the server's fault in programs too, and said as such.

After: microsoft/playwright-mcp 1410 (same cause, as bytes)
"""
from harness4 import *  # noqa: F403


class Server(Backend):
    tools = [tool("page")]

    def call(self, m, line):
        self.raw(b'{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":"cut \xed\xa0\xbd end"}]}}\n' % m["id"])


def test():
    g = Gateway({"backends": {"shop": backend()}}).settled()
    for code in ('{"tool":"shop.page","arguments":{}}', "const r = await shop.page({}); return r", "try { await shop.page({}); } catch (e) { return 'caught ' + e.message; }"):
        text, error, _ = g.run(code)
        check("inside the gateway" not in text and "Exception" not in text and "shop" in text + code[:0] or "cut" in text, "%s -> %s" % (code, text))
    check("a chain failed unexpectedly" not in g.stderr(), "the log has no unexpected failure")
    g.close()


main(Server, test)
