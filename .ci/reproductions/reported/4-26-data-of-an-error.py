"""What a server puts into the data of an error reaches the agent.

After: KeeperHub/keeperhub 2108 (errors that say nothing)
"""
from harness4 import *  # noqa: F403


class Server(Backend):
    tools = [tool("send"), tool("check")]

    def call(self, m, line):
        error = {"code": -32000, "data": {"reason": "quota exceeded", "retry_after": 60}}
        if m["params"]["name"] == "check":
            error = {"code": -32602, "message": "Invalid params", "data": [{"path": ["count"], "message": "must be above 3"}]}
        self.raw(json.dumps({"jsonrpc": "2.0", "id": m["id"], "error": error}) + "\n")


def test():
    g = Gateway({"backends": {"b": backend()}}).settled()
    for name, want in (("send", "quota exceeded"), ("check", "must be above 3")):
        for code in ('{"tool":"b.%s","arguments":{}}' % name, "const r = await b.%s({}); return r" % name):
            text, error, _ = g.run(code)
            check(error and want in text, "%s: %s" % (code, text))
    g.close()


main(Server, test)
