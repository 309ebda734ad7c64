"""Pictures written into Markdown as data: addresses do not take the place of the text around them.

After: steve228uk/metro-mcp 69, ChromeDevTools/chrome-devtools-mcp 950 (pictures in texts fill the context)
"""
from harness5 import *  # noqa: F403


import base64, random


class Server(Backend):
    tools = [tool("report")]

    def call(self, m, line):
        noise = base64.b64encode(bytes(random.Random(1).randrange(256) for _ in range(200000))).decode()
        self.ok(m, self.text("# Report\n\nThe chart shows growth.\n\n![chart](data:image/png;base64," + noise + ")\n\n## Findings\n\nRevenue rose by 12 percent in Lisbon.\n\n![logo](data:image/png;base64," + noise[:120000] + ")\n\nThe end.\n"))


def test():
    g = Gateway({"mcpServers": {"b": backend()}}).settled()
    text, error, _ = g.run({"tool": "b.report", "arguments": {}})
    noise = sum(map(len, re.findall(r"[A-Za-z0-9+/]{200,}", text)))
    check("Lisbon" in text, "the text between the pictures %s" % ("is there" if "Lisbon" in text else "is missing"))
    check(noise < 10000, "%d of %d characters of the answer are base64" % (noise, len(text)))
    g.close()


main(test, Server)
