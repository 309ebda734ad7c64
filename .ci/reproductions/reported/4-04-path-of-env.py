"""The command is looked for on the PATH that the server's own env says, as clients in Node and Python do.

After: navisbio/AACT_clinicaltrials_MCP 5, AstrBotDevs/AstrBot-desktop 37
"""
from harness4 import *  # noqa: F403


class Server(Backend):
    tools = [tool("echo")]


def test():
    folder = tempfile.mkdtemp()
    program = os.path.join(folder, "my-own-server")
    with open(program, "w") as f:
        f.write("#!/bin/sh\nexec '%s' '%s' --backend\n" % (sys.executable, ME))
    os.chmod(program, 0o755)
    g = Gateway({"mcpServers": {"a": {"command": "my-own-server", "env": {"PATH": folder + ":/usr/bin:/bin"}},
                                "b": {"command": "my-own-server", "env": {"PATH": folder + ":${PATH}"}}}}).settled()
    for name in ("a", "b"):
        b = g.backends()[name]
        check(b["state"] == "Healthy", "%s: %s %s" % (name, b["state"], b.get("reason")))
    g.close()


main(Server, test)
