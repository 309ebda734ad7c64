"""A search that names six tools finds all six.

After: openai/codex 21503
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
    words = "search_graph trace_path get_code_snippet query_graph search_code index_repository cat"
    hits = found(g, words)
    missing = [w for w in words.split()[:-1] if w not in hits]
    check(not missing, "missing %s in %s" % (missing, hits))
    g.close()


main(Server, test)
