"""A tool that is named outright is the first hit, whatever its description.

After: openai/codex 21503, NousResearch/hermes-agent 75944, anthropics/claude-code 50143
"""
from harness4 import *  # noqa: F403


V = "get list create update delete search fetch read write merge sync export import validate archive".split()
N = ("issue pull_request repository branch commit graph node edge entity history calendar event mail contact invoice order product user team label "
     "milestone workflow run secret file folder page block comment alert incident metric log trace").split()
TOOLS = [tool(v + "_" + n, "%s a %s in the system. Returns the %s with its id, history and entity data." % (v.title(), n.replace("_", " "), n),
              {"type": "object", "properties": {"id": {"type": "string"}, "query": {"type": "string"}}}) for v in V for n in N]
TOOLS += [tool("trace_path", "call paths"), tool("get_code_snippet", "c"), tool("index_repository", "c"), tool("query_graph", "q"), tool("search_code", "s")]


class Server(Backend):
    tools = TOOLS


def found(g, words):
    import re
    g.settled()
    return re.findall(r"cat\.(\w+)", g.tool("search_tools", {"task_description": words, "limit": 10})[0])


def test():
    g = Gateway({"mcpServers": {"cat": backend()}})
    for words in ("query_graph", "cat.query_graph", "mcp__cat__query_graph", "queryGraph", "get_code_snippet", "index_repository"):
        want = words.replace("cat.", "").replace("mcp__cat__", "").replace("queryGraph", "query_graph")
        hits = found(g, words)
        check(hits[:1] == [want], "%s: %s" % (words, hits[:4]))
    g.close()


main(Server, test)
