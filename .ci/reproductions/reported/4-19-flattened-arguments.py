"""Arguments written flat for a tool that wants them in one object: the example shows where they go.

After: github/copilot-cli 1876
"""
from harness4 import *  # noqa: F403


class Server(Backend):
    tools = [tool("list_schedules", "List schedules.", {"$defs": {"Query": {"type": "object", "properties": {"query": {"type": "string"}, "limit": {"type": "integer", "default": 20}}}},
                                                        "type": "object", "properties": {"query_model": {"$ref": "#/$defs/Query"}}, "required": ["query_model"]})]


def test():
    g = Gateway({"backends": {"b": backend()}}).settled()
    text, error, _ = g.run({"tool": "b.list_schedules", "arguments": {"query": "x", "limit": 3}})
    right = 'GOT {"query_model": {"query": "x", "limit": 3}}' in text or 'query_model: {query: "x", limit: 3}' in text
    check(right, text)
    row = g.tool("tool_info", {"tool_name": "b.list_schedules"})[0]
    check("query_model" in row and "query" in row.split('"call"')[-1].replace("query_model", ""), "the example call of tool_info says what goes into it: " + row)
    g.close()


main(Server, test)
