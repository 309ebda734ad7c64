"""A first start that takes 45 s (npx, uvx, docker pull) gets there although nobody raised a limit.

After: smart-mcp-proxy/mcpproxy-go 760, github/copilot-cli 4421, artokun/comfyui-mcp 1447
"""
from harness4 import *  # noqa: F403


class Server(Backend):
    tools = [tool("echo")]

    def run(self):
        mark = sys.argv[2]
        if not os.path.exists(mark):        # what is downloaded is thrown away when the program is ended
            sys.stderr.write("npm warn exec The following package was not found and will be installed\n")
            sys.stderr.flush()
            time.sleep(45)
            open(mark, "w").close()
        super().run()


def test():
    mark = os.path.join(tempfile.mkdtemp(), "installed")
    g = Gateway({"mcpServers": {"npx": backend(mark)}})
    t = time.monotonic()
    while time.monotonic() - t < 150 and g.backends()["npx"]["state"] != "Healthy":
        g.tool("search_tools", {"task_description": "echo"})
        time.sleep(3)
    b = g.backends()["npx"]
    check(b["state"] == "Healthy", "after %.0f s: %s (%s)" % (time.monotonic() - t, b["state"], b.get("reason")))
    if b["state"] != "Healthy":
        check("start_timeout" in (b.get("reason") or ""), "the reason says what to raise: %s" % b.get("reason"))
    g.close()


main(Server, test)
