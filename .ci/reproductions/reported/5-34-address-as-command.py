"""An address in the place of the program: the reason says that it is an address.

After: cline/cline 1948, RooCodeInc/Roo-Code 628 (reasons of failed starts that do not help)
"""
from harness5 import *  # noqa: F403


def test():
    g = Gateway({"mcpServers": {"remote": {"command": "https://mcp.example.com/mcp"}, "windows": {"command": "cmd", "args": ["/c", "npx", "-y", "@acme/x"]}}}).settled()
    time.sleep(2)
    for name, words in (("remote", ("url", "address", "https://mcp.example.com")), ("windows", ("Windows", "npx"))):
        b = g.backends()[name]
        check(any(w in str(b.get("reason")) for w in words), "%s: %s" % (name, b.get("reason")))
    g.close()


main(test)
