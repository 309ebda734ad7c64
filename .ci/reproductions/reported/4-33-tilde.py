"""~ in command and cwd is the home directory, or the reason says that it is not read.

After: anthropics/claude-code 37580, Science-Discovery/Aether 1082
"""
from harness4 import *  # noqa: F403


class Server(Backend):
    tools = [tool("echo")]


def test():
    home = tempfile.mkdtemp()
    os.makedirs(home + "/bin")
    os.makedirs(home + "/work")
    with open(home + "/bin/my-server", "w") as f:
        f.write("#!/bin/sh\nexec '%s' '%s' --backend\n" % (sys.executable, ME))
    os.chmod(home + "/bin/my-server", 0o755)
    g = Gateway({"mcpServers": {"a": {"command": "~/bin/my-server"}, "b": dict(backend(), cwd="~/work")}}, env={"HOME": home})
    g.settled()
    for name in ("a", "b"):
        b = g.backends()[name]
        check(b["state"] == "Healthy" or "~" in (b.get("reason") or ""), "%s: %s %s" % (name, b["state"], b.get("reason")))
    g.close()


main(Server, test)
