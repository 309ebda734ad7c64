"""A program switches tools on and calls one of them: it works, or the hint says how to go on; it does not contradict itself.

After: github/github-mcp-server 275 (dynamic toolsets), grafana/mcp-grafana 309
"""
from harness5 import *  # noqa: F403


class Server(Backend):
    on = False
    capabilities = {"tools": {"listChanged": True}}

    def list(self, m):
        self.ok(m, {"tools": [tool("enable_toolset")] + ([tool("create_report", "Creates a report.")] if self.on else [])})

    def call(self, m, line):
        if m["params"]["name"] == "enable_toolset":
            self.on = True
            self.note("notifications/tools/list_changed")
        self.ok(m, self.text(m["params"]["name"] + " done"))


P = [("program", "await b.enable_toolset({});\nawait sleep(1000);\nreturn await b.create_report({});", {}),
     ("Lua", "b.enable_toolset({}):await()\nlocal t = os.clock()\nreturn b.create_report({}):await()", {"language": "lua"})]


def test():
    for what, code, more in P:
        g = Gateway({"mcpServers": {"b": backend()}}).settled()
        text, error, _ = g.run(code, **more)
        contradiction = "no such tool; there is b.create_report" in text
        helped = not contradiction and ("again" in text or "program" in text)
        check("create_report done" in text or helped, "%s: %s" % (what, text[:260].replace("\n", " | ")))
        g.close()


main(test, Server)
