"""Half a surrogate pair in a tool's text does not make a line that strict JSON readers refuse.

After: microsoft/playwright-mcp 1410, inkeep/open-knowledge 472
"""
from harness4 import *  # noqa: F403


class Server(Backend):
    tools = [tool("page")]

    def call(self, m, line):
        self.raw('{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":"cut \\ud83d end"}],"structuredContent":{"t":"cut \\udc00 end"}}}\n' % m["id"])


def test():
    g = Gateway({"backends": {"b": backend()}}).settled()
    for code in ('{"tool":"b.page","arguments":{}}', "return await b.page({})", "const r = await b.page({}); return r", "const r = await b.page({}); return {r}"):
        g.run(code)
        try:
            json.dumps(json.loads(g.line), ensure_ascii=False).encode("utf-8")
            right = True
        except UnicodeEncodeError:
            right = False
        check(right, "%s -> %s" % (code, g.line[:160]))
    g.close()


main(Server, test)
