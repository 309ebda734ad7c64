#!/usr/bin/env bash
# What a server says of its own accord does not pass every bridge, whatever the bridge promises. During a call a server reports
# progress, logs a line, announces new tools and prompts, and asks the user; the client is behind one of four bridges from npm.
# - supergateway 4.0.0 passes on all of it, and the answer to the question.
# - mcp-proxy 6.7.19 passes on the log and both announcements. Progress is lost, though the client has asked for it, and the
#   server hears that the client cannot be asked.
# - mcp-hub 4.2.1 announces tools and prompts, and promises no log; no progress, no question. It announces nothing where the
#   server says that a list has changed that has not.
# - mcporter 0.12.3, "serve", promises to announce tools and never does, although the next list has them.
# So behind the last three a call that reports progress to stay alive seems silent to its client, and a server that would ask
# before it acts has to decide alone.
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
const tool = name => ({ name, description: `Does ${name}.`, inputSchema: { type: 'object' } });
const tools = [tool('open')];
const prompts = [];
const say = message => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion, serverInfo: { name: 'shop', version: '1' },
    capabilities: { logging: {}, tools: { listChanged: true }, prompts: { listChanged: true } },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools }),
  'prompts/list': () => ({ prompts }),
  'logging/setLevel': () => ({}),
  'tools/call': async ({ _meta }) => {
    const progressToken = _meta?.progressToken;
    if (progressToken !== undefined) say({ method: 'notifications/progress', params: { progressToken, progress: 1, total: 2 } });
    say({ method: 'notifications/message', params: { level: 'error', data: 'the till is empty' } });
    tools.push(tool(`sell${tools.length}`));
    prompts.push({ name: `greet${prompts.length}` });
    say({ method: 'notifications/tools/list_changed' });
    say({ method: 'notifications/prompts/list_changed' });
    if (!asks) return text('the client cannot be asked');
    say({ id: 'ask', method: 'elicitation/create', params: {
      message: 'Open the shop?', requestedSchema: { type: 'object', properties: { sure: { type: 'boolean' } } } } });
    return text(await new Promise(resolve => { answered = resolve; }));
  },
};
let asks, answered;
const text = said => ({ content: [{ type: 'text', text: said }] });
createInterface({ input: process.stdin }).on('line', async line => {
  const { id, method, params, result, error } = JSON.parse(line);
  if (method === 'initialize') asks = params.capabilities.elicitation;
  if (id === 'ask' && !method) return answered(result ? `the client says ${result.action}` : `the client says ${error.message}`);
  if (id === undefined) return;
  const answer = results[method] ? { result: await results[method](params) } : { error: { code: -32601, message: method } };
  say({ id, ...answer });
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
import { ElicitRequestSchema, LoggingMessageNotificationSchema, PromptListChangedNotificationSchema, ToolListChangedNotificationSchema }
  from '@modelcontextprotocol/sdk/types.js';
const { env } = process;
const free = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await new Promise(resolve => server.close(resolve));
  return port;
};
// What arrives of the things that the server says during a call.
async function change(make) {
  const client = new Client({ name: 'client', version: '1' }, { capabilities: { elicitation: {} } });
  await client.connect(make());
  const heard = new Set();
  const news = {
    log: LoggingMessageNotificationSchema, tools: ToolListChangedNotificationSchema, prompts: PromptListChangedNotificationSchema,
  };
  for (const [name, schema] of Object.entries(news)) client.setNotificationHandler(schema, () => heard.add(name));
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'decline' }));
  const { tools } = await client.listTools();
  const open = tools.find(tool => tool.name.endsWith('open'))?.name;
  if (!open) throw new Error('no tools yet');
  const options = { onprogress: () => heard.add('progress'), timeout: 15000 };
  const answer = await client.callTool({ name: open, arguments: {} }, undefined, options)
    .then(({ content }) => content[0].text, ({ message }) => message);
  for (let wait = 0; heard.size < 4 && wait < 50; wait++) await new Promise(resolve => setTimeout(resolve, 100));
  const promised = Object.entries(client.getServerCapabilities())
    .filter(([name, of]) => of.listChanged || name === 'logging').map(([name]) => name).sort().join(' ');
  await client.close();
  return `promises ${promised}; arrives ${[...heard].sort().join(' ') || 'nothing'}; ${answer}`;
}
async function behind(name, args, connect) {
  const child = spawn(`node_modules/.bin/${name}`, args, { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  try {
    for (;;) {
      const answer = await Promise.race([change(connect).catch(() => ''), ended]);
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
console.log('server:', await change(() => new StdioClientTransport({ command: 'node', args: ['server.mjs'] })));
console.log('supergateway:', await behind('supergateway',
  ['--stdio', shop.join(' '), '--outputTransport', 'streamableHttp', '--stateful', '--port', first], http(first)));
console.log('mcp-hub:', await behind('mcp-hub', ['--port', second, '--config', 'mcporter.json'],
  () => new SSEClientTransport(new URL(`http://127.0.0.1:${second}/mcp`))));
console.log('mcp-proxy:', await behind('mcp-proxy', ['--host', '127.0.0.1', '--port', third, '--', ...shop], http(third)));
console.log('mcporter:', await change(() => new StdioClientTransport({
  command: 'node_modules/.bin/mcporter', args: ['--config', `${process.cwd()}/mcporter.json`, 'serve', '--stdio'], env })));
process.exit();
JS

seen=$(timeout 120 node client.mjs 2> errors || cat errors)
expected='server: promises logging prompts tools; arrives log progress prompts tools; the client says decline
supergateway: promises logging prompts tools; arrives log progress prompts tools; the client says decline
mcp-hub: promises prompts resources tools; arrives prompts tools; the client cannot be asked
mcp-proxy: promises logging prompts tools; arrives log prompts tools; the client cannot be asked
mcporter: promises tools; arrives nothing; the client cannot be asked'
echo "$seen"
[[ $seen == "$expected" ]] || { echo "expected: $expected" >&2; exit 1; }
