#!/usr/bin/env bash
# What a server says of a tool beside its schemas does not survive every bridge. Four bridges from npm pass on the answer to
# tools/list of one server: title, annotations, icons, execution, _meta.
# - supergateway 4.0.0 and mcp-hub 4.2.1 pass on every member, those of a vendor as well; the second keeps the server's
#   instructions to itself.
# - mcp-proxy 6.7.19 passes on the members of the specification alone: a vendor's is gone from the tool and from its annotations,
#   and would arrive in _meta.
# - mcporter 0.12.3, "serve", passes on name, description and schemas. A tool that only reads no longer says so, nor that it runs
#   as a task alone; _meta, by which hosts load a tool at once, is gone; so are the server's instructions.
# So a host that asks before each call that does not say it only reads asks before every call behind the last one, and a server
# that wants members of its own to arrive puts them into _meta.
# Needs Node 20 and npm. Fails when a version behaves otherwise.
set -euo pipefail
work=$(mktemp -d)
trap 'node_modules/.bin/mcporter --config "$work/mcporter.json" daemon stop > stopped || true; rm -rf "$work"' EXIT
cd "$work"

echo '{"private": true, "type": "module"}' > package.json
npm install --silent --no-audit --no-fund supergateway@4.0.0 mcp-hub@4.2.1 mcp-proxy@6.7.19 mcporter@0.12.3 \
  @modelcontextprotocol/sdk@1.32.2
export HOME=$work XDG_STATE_HOME=$work XDG_DATA_HOME=$work
echo '{"mcpServers": {"shop": {"command": "node", "args": ["server.mjs"], "lifecycle": "keep-alive"}}}' > mcporter.json

cat > server.mjs << 'JS'
import { createInterface } from 'node:readline';
const object = { type: 'object' };
const tool = {
  name: 'stock', title: 'Stock of an item', description: 'Reads the stock.', inputSchema: object, outputSchema: object,
  annotations: { readOnlyHint: true, 'vendor/cost': 1 }, icons: [{ src: 'https://example.com/stock.png' }],
  execution: { taskSupport: 'required' }, _meta: { 'vendor/load': true }, vendor: 1,
};
const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'shop', version: '1' }, instructions: 'Read before you sell.',
  }),
  'tools/list': () => ({ tools: [tool] }),
};
createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = results[method] ? { result: results[method](params) } : { error: { code: -32601, message: method } };
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
});
JS

cat > client.mjs << 'JS'
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
const { env } = process;
const free = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await new Promise(resolve => server.close(resolve));
  return port;
};
const own = new Set(['name', 'description', 'inputSchema', 'outputSchema']);
// The client of the SDK drops what it does not know; the message before it is looked at.
async function members(make) {
  const transport = make();
  const client = new Client({ name: 'client', version: '1' });
  await client.connect(transport);
  let tool;
  const onmessage = transport.onmessage;
  transport.onmessage = (message, extra) => { tool ??= message.result?.tools?.[0]; onmessage(message, extra); };
  await client.listTools();
  const lists = Object.keys(tool).filter(key => !own.has(key)).sort();
  const found = [...lists, ...(tool.annotations?.['vendor/cost'] ? ['vendor/cost'] : []), 
    ...(client.getInstructions()?.startsWith('Read') ? ['instructions'] : [])];
  await client.close();
  return found.join(' ');
}
async function behind(name, args, connect) {
  const child = spawn(`node_modules/.bin/${name}`, args, { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  try {
    for (;;) {
      const answer = await Promise.race([members(connect).catch(() => ''), ended]);
      if (typeof answer !== 'string') throw new Error(`${name} ended`);
      if (answer) return answer;
      await new Promise(resolve => setTimeout(resolve, 200));
    }
  } finally {
    child.kill();
    await ended;
  }
}
const [first, second, third] = [await free(), await free(), await free()];
const shop = ['node', 'server.mjs'];
const http = port => () => new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`));
console.log('server:', await members(() => new StdioClientTransport({ command: 'node', args: ['server.mjs'] })));
console.log('supergateway:', await behind('supergateway',
  ['--stdio', shop.join(' '), '--outputTransport', 'streamableHttp', '--stateful', '--port', first], http(first)));
console.log('mcp-hub:', await behind('mcp-hub', ['--port', second, '--config', 'mcporter.json'],
  () => new SSEClientTransport(new URL(`http://127.0.0.1:${second}/mcp`))));
console.log('mcp-proxy:', await behind('mcp-proxy', ['--host', '127.0.0.1', '--port', third, '--', ...shop], http(third)));
console.log('mcporter:', (await members(() => new StdioClientTransport({
  command: 'node_modules/.bin/mcporter', args: ['--config', `${process.cwd()}/mcporter.json`, 'serve', '--stdio'], env }))) || 'nothing');
process.exit();
JS

seen=$(timeout 120 node client.mjs 2> errors || cat errors)
expected='server: _meta annotations execution icons title vendor vendor/cost instructions
supergateway: _meta annotations execution icons title vendor vendor/cost instructions
mcp-hub: _meta annotations execution icons title vendor vendor/cost
mcp-proxy: _meta annotations execution icons title instructions
mcporter: nothing'
echo "$seen"
[[ $seen == "$expected" ]] || { echo "expected: $expected" >&2; exit 1; }
