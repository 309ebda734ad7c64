#!/usr/bin/env bash
# A client that holds a session of a server that was started anew is to hear 404, says MCP (2025-06-18, transports), and begins
# again with "initialize". A server on the TypeScript SDK 1.25.1 that follows the documentation of its transport says something
# else, and something else at each turn, to the same request with the same header:
# - before anybody has shaken hands with the new transport: 400, code -32000, "Bad Request: Server not initialized". A client by
#   the book takes it for a bad request and repeats it for ever.
# - after the first other client has: 404, code -32001, "Session not found".
# - without the header, by a client that has dropped the session: 400, code -32000, a text about a header.
# - and "initialize" by the second client itself, the way back: 400, code -32600, "Server already initialized", since one
#   transport is one session. So who comes first after a restart locks all others out of such a server.
# - GET with the old session: the same two, 400 before and 404 after. DELETE too.
# None of these errors has the id of the request: each has null. Needs Node 20 and npm. Fails when the version behaves otherwise.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo '{"private": true, "type": "module"}' > package.json
npm install --silent --no-audit --no-fund @modelcontextprotocol/sdk@1.25.1
cat > lost.mjs << 'JS'
import http from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => 'new', enableJsonResponse: true });
await new McpServer({ name: 's', version: '1' }).connect(transport);
const server = http.createServer((request, response) => transport.handleRequest(request, response));
await new Promise(ready => server.listen(0, '127.0.0.1', ready));
const url = `http://127.0.0.1:${server.address().port}/mcp`;
const ask = async (label, method, session, message) => {
  const answer = await fetch(url, {
    method,
    headers: {
      'content-type': 'application/json',
      accept: method === 'GET' ? 'text/event-stream' : 'application/json, text/event-stream',
      ...(session ? { 'mcp-session-id': session } : {}),
    },
    body: message && JSON.stringify({ jsonrpc: '2.0', ...message }),
  });
  const said = answer.headers.get('content-type')?.includes('json') ? await answer.json() : {};
  console.log([label, answer.status, said.error?.code ?? '-', said.error?.message ?? '-', said.error ? String(said.id) : '-'].join(' | '));
};
const call = { id: 7, method: 'tools/list', params: {} };
const initialize = {
  id: 1, method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
};
for (const method of ['POST', 'GET', 'DELETE']) await ask(`before, ${method}`, method, 'old', method === 'POST' ? call : undefined);
await ask('another shakes hands', 'POST', undefined, initialize);
for (const method of ['POST', 'GET', 'DELETE']) await ask(`after, ${method}`, method, 'old', method === 'POST' ? call : undefined);
await ask('after, no session', 'POST', undefined, call);
await ask('after, initialize', 'POST', undefined, initialize);
server.close();
process.exit(0);
JS
node lost.mjs > came.txt
cat > written.txt << 'TEXT'
before, POST | 400 | -32000 | Bad Request: Server not initialized | null
before, GET | 400 | -32000 | Bad Request: Server not initialized | null
before, DELETE | 400 | -32000 | Bad Request: Server not initialized | null
another shakes hands | 200 | - | - | -
after, POST | 404 | -32001 | Session not found | null
after, GET | 404 | -32001 | Session not found | null
after, DELETE | 404 | -32001 | Session not found | null
after, no session | 400 | -32000 | Bad Request: Mcp-Session-Id header is required | null
after, initialize | 400 | -32600 | Invalid Request: Server already initialized | null
TEXT
diff written.txt came.txt || { echo 'otherwise than written' >&2 && exit 1; }
cat came.txt
