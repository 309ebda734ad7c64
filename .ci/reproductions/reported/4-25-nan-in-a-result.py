"""NaN in a result, as Python writes it, does not lose the text beside it, or is explained in words for users.

After: PrefectHQ/fastmcp 5150
"""
from harness4 import *  # noqa: F403


class Server(Backend):
    tools = [tool("mean")]

    def call(self, m, line):
        self.raw('{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":"no values"}],"structuredContent":{"mean":NaN,"max":-Infinity}}}\n' % m["id"])


def test():
    g = Gateway({"backends": {"b": backend()}}).settled()
    for code in ('{"tool":"b.mean","arguments":{}}', "const r = await b.mean({}); return {r}"):
        text, error, result = g.run(code)
        check("JsonReadFeature" not in text, "%s: no advice for programmers of the gateway: %s" % (code, text))
        check(not error or "NaN" in text, code + ": " + text)
    g.close()


main(Server, test)
