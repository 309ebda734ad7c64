"""A server that its client's file switches off by "enabled": false is neither started nor imported as active.

After: tbxark/mcp-proxy 47, microsoft/vscode 246649
"""
from harness4 import *  # noqa: F403


class Server(Backend):
    tools = [tool("echo")]

    def run(self):
        open(sys.argv[2], "w").close()
        super().run()


def test():
    mark = os.path.join(tempfile.mkdtemp(), "started")
    g = Gateway({"mcpServers": {"off": dict(backend(mark), enabled=False), "on": dict(backend(mark + ".on"), enabled=True)}}).settled()
    text, error, _ = g.run({"tool": "off.echo", "arguments": {}})
    check(error and "GOT" not in text, "its tool: " + text)
    check(not os.path.exists(mark), "it was not started")
    check(os.path.exists(mark + ".on"), "the other one was")
    g.close()
    zed = os.path.join(tempfile.mkdtemp(), "settings.json")
    with open(zed, "w") as f:
        json.dump({"context_servers": {"off": {"source": "custom", "enabled": False, "command": "x"}, "on": {"source": "custom", "command": "y"}}}, f)
    out = subprocess.run(sys.argv[1:] + ["config", "import", zed], capture_output=True, text=True, timeout=60).stdout
    check(not any(line.startswith("  off:") for line in out.splitlines()), "imported: " + out.replace("\n", " / "))


main(Server, test)
