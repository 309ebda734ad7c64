"""Two servers have one resource address: what a search or a link of beta leads to is beta's.

After: giantswarm/muster 1096, stacklok/toolhive 6060, google-gemini/gemini-cli 28143
"""
from harness4 import *  # noqa: F403


URI = "file:///workspace/README.md"


class Server(Backend):
    capabilities = {"tools": {}, "resources": {}}
    tools = [tool("where")]

    def call(self, m, line):
        self.ok(m, {"content": [{"type": "resource_link", "uri": URI, "name": "readme of " + sys.argv[2]}]})

    def other(self, m):
        me = sys.argv[2]
        if m["method"] == "resources/list":
            self.ok(m, {"resources": [{"uri": URI, "name": "readme of " + me, "description": "The readme of project " + me}]})
        elif m["method"] == "resources/read":
            self.ok(m, {"contents": [{"uri": URI, "text": "CONTENT OF " + me}]})
        else:
            super().other(m)


def test():
    g = Gateway({"backends": {"alpha": backend("alpha"), "beta": backend("beta")}}).settled()
    time.sleep(1)
    rows = json.loads(g.tool("search_tools", {"task_description": "readme of project beta", "kind": "resource"})[0])
    for row in rows:
        text, _, _ = g.run(row["call"])
        check("CONTENT OF " + row["backend"] in text, "the call of %s's row: %s" % (row["backend"], text))
    result = g.run({"tool": "beta.where", "arguments": {}})[2]
    link = result["content"][0]["uri"]
    read = json.dumps(g.request("resources/read", {"uri": link}))
    check("CONTENT OF beta" in read, "the link that beta gave (%s): %s" % (link, read))
    g.close()


main(Server, test)
