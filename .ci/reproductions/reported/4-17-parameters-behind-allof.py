"""A tool whose parameters stand behind allOf or oneOf is not shown as one without parameters.

After: anthropics/claude-code 88049
"""
from harness4 import *  # noqa: F403


O = lambda **p: {"type": "object", "properties": p, "required": list(p)}


class Server(Backend):
    tools = [tool("merge", "Merge two branches.", {"type": "object", "allOf": [O(source={"type": "string"}), O(target={"type": "string"})]}),
             tool("find_person", "Find a person.", {"type": "object", "oneOf": [O(user_id={"type": "string"}), O(email={"type": "string"})]})]


def test():
    g = Gateway({"backends": {"b": backend()}}).settled()
    row = [r for r in json.loads(g.tool("search_tools", {"task_description": "merge branches"})[0]) if "b.merge" in r["call"]][0]["call"]
    check("source" in row and "target" in row, "row of a search: " + row)
    info = g.tool("tool_info", {"tool_name": "b.merge"})[0]
    check("source" in info and "target" in info, "tool_info: " + info)
    info = g.tool("tool_info", {"tool_name": "b.find_person"})[0]
    check("user_id" in info and "email" in info, "tool_info: " + info)
    text, error, _ = g.run({"tool": "b.merge", "arguments": {"source": "a"}})
    check(error and "target" in text, "a call without a required one is told what is missing: " + text)
    g.close()


main(Server, test)
