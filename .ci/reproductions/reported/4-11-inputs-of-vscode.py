"""One server with ${input:x} or envFile in an mcp.json of VS Code does not take the others down.

After: ravitemer/mcphub.nvim 209, kirodotdev/Kiro 5659, microsoft/vscode 244059
"""
from harness4 import *  # noqa: F403


class Server(Backend):
    tools = [tool("echo")]

    def call(self, m, line):
        self.ok(m, self.text("GOT " + os.environ.get("FROM_FILE", "-")))


def test():
    folder = tempfile.mkdtemp()
    with open(folder + "/.env", "w") as f:
        f.write("FROM_FILE=yes\n")
    for name, server in (("input", dict(backend(), env={"TOKEN": "${input:tok}"})), ("envFile", dict(backend(), envFile=folder + "/.env"))):
        file = {"inputs": [{"type": "promptString", "id": "tok", "password": True}], "servers": {"s": server, "t": dict(backend(), type="stdio")}}
        g = Gateway(file, name="mcp.json", wait=False)
        try:
            g.request("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "r", "version": "1"}}, 30)
            g.settled()
            check("GOT" in g.run({"tool": "t.echo", "arguments": {}})[0], name + ": the other server serves")
            if name == "input":
                check("tok" in (g.backends()["s"].get("reason") or ""), "its own reason names the input: %s" % g.backends()["s"].get("reason"))
            else:
                check("GOT yes" in g.run({"tool": "s.echo", "arguments": {}})[0] or "envFile" in (g.backends()["s"].get("reason") or ""), "envFile is read, or is the reason")
        except Exception as e:
            check(False, "%s: %s" % (name, str(e)[-300:]))
        g.close()


main(Server, test)
