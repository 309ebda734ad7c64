"""An operation with an empty summary (YAML null) is described by its method and path, not by the word "null".

After: nocobase/nocobase 8994 and generated documents in general, which leave "summary:" without a value
"""
from harness5 import *  # noqa: F403


DOC = """openapi: 3.0.3
info: {title: T, version: 1.0}
servers: [{url: http://127.0.0.1:1/api}]
paths:
  /invoices:
    get:
      operationId: listInvoices
      summary:
      description: ~
      parameters:
        - {name: page, in: query, description: , schema: {type: integer}}
      responses: {200: {description: ok}}
"""


def test():
    home = home_of()
    write(home, "api.yaml", DOC)
    g = Gateway({"backends": {"api": {"transport": "openapi", "document": "api.yaml"}}}, home=home, name="g.json").settled()
    text, _, _ = g.tool("tool_info", {"tool_name": "api.listInvoices", "detail": "full"})
    check('"null"' not in text, text[:300])
    g.close()
    shutil.rmtree(home, ignore_errors=True)


main(test)
