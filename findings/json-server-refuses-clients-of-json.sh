#!/usr/bin/env bash
# A server of MCP may answer each POST as JSON and never open a stream; the TypeScript SDK 1.32.2 has enableJsonResponse for
# that. A client that says that it takes JSON (`Accept: application/json`, as most libraries for JSON send) is refused all the
# same: 406, "Client must accept both application/json and text/event-stream", for a form that this server never sends. So is
# `*/*`, which curl and many others send and which RFC 9110 (12.5.1) reads as everything; ranges (`application/*, text/*`); and
# the two names in capitals, although names of media types have no case (RFC 9110, 8.3.1). The very same server that streams
# refuses the same. A gateway in front of such servers must send both names, in small letters, whatever it wants itself.
# Needs Node 20 and npm. Fails when the version behaves otherwise.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo '{"private": true, "type": "module"}' > package.json
npm install --silent --no-audit --no-fund @modelcontextprotocol/sdk@1.32.2
cat > accept.mjs << 'JS'
import http from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
const answer = async (enableJsonResponse, request, response) => {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse });
  const mcp = new McpServer({ name: 's', version: '1' });
  mcp.registerTool('t', { description: 'd' }, async () => ({ content: [] }));
  await mcp.connect(transport);
  await transport.handleRequest(request, response);
};
for (const json of [true, false]) {
  const server = http.createServer((request, response) => answer(json, request, response));
  await new Promise(ready => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${server.address().port}/mcp`;
  for (const accept of [
    'application/json, text/event-stream', 'application/json', 'text/event-stream', '*/*',
    'application/*, text/*', 'Application/JSON, Text/Event-Stream',
  ]) {
    const came = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    });
    await came.text();
    console.log([json ? 'JSON' : 'events', accept, came.status, came.ok ? came.headers.get('content-type') : '-'].join(' | '));
  }
  server.close();
}
process.exit(0);
JS
node accept.mjs > came.txt
cat > written.txt << 'TEXT'
JSON | application/json, text/event-stream | 200 | application/json
JSON | application/json | 406 | -
JSON | text/event-stream | 406 | -
JSON | */* | 406 | -
JSON | application/*, text/* | 406 | -
JSON | Application/JSON, Text/Event-Stream | 406 | -
events | application/json, text/event-stream | 200 | text/event-stream
events | application/json | 406 | -
events | text/event-stream | 406 | -
events | */* | 406 | -
events | application/*, text/* | 406 | -
events | Application/JSON, Text/Event-Stream | 406 | -
TEXT
diff written.txt came.txt || { echo 'otherwise than written' >&2 && exit 1; }
cat came.txt
