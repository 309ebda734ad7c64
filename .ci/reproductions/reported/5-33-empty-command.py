"""One entry of a client's file without a program ("command": "") leaves the other servers alone.

After: own reading of "in a client's file a faulty server is left out"; client files keep such entries from forms that were half filled
"""
from harness5 import *  # noqa: F403


class Server(Backend):
    tools = [tool("echo")]


def test():
    for what, entry in (("empty", {"command": ""}), ("blank", {"command": "  "}), ("null", {"command": None, "args": []})):
        try:
            g = Gateway({"mcpServers": {"good": backend(), "draft": entry}})
            text, error, _ = g.settled().run({"tool": "good.echo", "arguments": {}})
            check(not error, "%s: the other server answers %s" % (what, text[:100]))
            g.close()
        except RuntimeError as e:
            check(False, "%s: %s" % (what, str(e)[-200:]))


main(test, Server)
