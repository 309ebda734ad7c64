#!/usr/bin/env bash
# A server's input schema is not what a model sees. Two well used clients of MCP rewrite it on the way, each in its own manner,
# without a word in the log: the AI SDK's @ai-sdk/mcp 1.0.102 and LangChain's @langchain/mcp-adapters 1.1.4. A model that keeps
# to the schema that it is shown then cannot make calls that the server takes, or makes calls that it refuses.
# - A tool that takes any labels ({"additionalProperties": {"type": "string"}}) takes none in the AI SDK: it closes the root of
#   each schema.
# - Ways to pay as a union at the root: in the AI SDK neither way is left, for their properties stand in the union and the root
#   is closed; in LangChain the union is gone, so that both ways at once and neither are right.
# - An argument that is a name or an object with an id: LangChain shows the object alone.
# - "if" a room then nights, else days: the AI SDK allows neither; LangChain asks for both.
# So a schema that all clients show as it is has its properties at the root, and no union and no condition beside them.
# Needs Node 20 and npm. Fails when a version behaves otherwise.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

echo '{"private": true, "type": "module"}' > package.json
npm install --silent --no-audit --no-fund @ai-sdk/mcp@1.0.102 @langchain/mcp-adapters@1.1.4 @langchain/core@1.4.0 \
  @modelcontextprotocol/sdk@1.32.2 ajv@8.20.0 zod@4.6.7

cat > server.mjs << 'JS'
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
const text = { type: 'string' };
const count = { type: 'integer' };
const one = (name, schema) => ({ properties: { [name]: schema }, required: [name] });
const tools = {
  label: { additionalProperties: text },
  pay: { ...one('amount', { type: 'number' }), oneOf: [one('iban', text), one('card', text)] },
  find: { properties: { by: { oneOf: [text, { type: 'object', ...one('id', count) }] } } },
  book: {
    ...one('kind', { enum: ['room', 'car'] }),
    if: { properties: { kind: { const: 'room' } } },
    then: one('nights', count),
    else: one('days', count),
  },
};
const server = new Server({ name: 'shop', version: '1' }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: Object.entries(tools).map(([name, schema]) => ({ name, inputSchema: { type: 'object', ...schema } })),
}));
await server.connect(new StdioServerTransport());
JS

cat > clients.mjs << 'JS'
import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport } from '@ai-sdk/mcp/mcp-stdio';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import Ajv from 'ajv';
const shop = { command: 'node', args: ['server.mjs'] };
const plain = new Client({ name: 'plain', version: '1' });
await plain.connect(new StdioClientTransport(shop));
const ai = await createMCPClient({ transport: new Experimental_StdioMCPTransport(shop) });
const langchain = new MultiServerMCPClient({ mcpServers: { shop: { transport: 'stdio', ...shop } } });
const of = {
  server: Object.fromEntries((await plain.listTools()).tools.map(tool => [tool.name, tool.inputSchema])),
  ai: Object.fromEntries(await Promise.all(
    Object.entries(await ai.tools()).map(async ([name, tool]) => [name, await tool.inputSchema.jsonSchema]))),
  langchain: Object.fromEntries((await langchain.getTools()).map(tool => [tool.name, tool.schema])),
};
const ajv = new Ajv({ strict: false });
const calls = [
  ['label', { colour: 'red' }],
  ['pay', { amount: 5, iban: 'X' }],
  ['pay', { amount: 5 }],
  ['find', { by: 'Ann' }],
  ['find', { by: { id: 7 } }],
  ['book', { kind: 'room', nights: 2 }],
  ['book', { kind: 'room', nights: 2, days: 1 }],
];
for (const [name, values] of calls) {
  const right = Object.entries(of).filter(([, schemas]) => ajv.validate(schemas[name], values)).map(([who]) => who);
  console.log(name, JSON.stringify(values), 'is right for', right.join(', ') || 'none');
}
await Promise.all([plain.close(), ai.close(), langchain.close()]);
JS

node clients.mjs > seen.txt
diff seen.txt - << 'TXT'
label {"colour":"red"} is right for server, langchain
pay {"amount":5,"iban":"X"} is right for server, langchain
pay {"amount":5} is right for langchain
find {"by":"Ann"} is right for server, ai
find {"by":{"id":7}} is right for server, ai, langchain
book {"kind":"room","nights":2} is right for server
book {"kind":"room","nights":2,"days":1} is right for server, langchain
TXT
cat seen.txt
