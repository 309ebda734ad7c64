#!/usr/bin/env bash
# The MCP gateway slop-mcp 0.15.0 (npm @standardbeagle/slop-mcp) runs scripts in a language that looks like Python. Values
# change on their way, and no error says so:
# - A whole number of a script reaches the tool as a double: 9007199254740993 becomes 9007199254740992, and so does an id in
#   the JSON text of an answer. Yet integers of the language have 64 bits and wrap: 2 ** 63 is negative.
# - Two text blocks of an answer are a list of texts; a text that is JSON becomes its value, "007" stays a text.
# - 7/2 is 3 and -7 % 3 is -1, as in C; [1,2] == [1,2] is false; "5" + 5 is "55"; len() counts the bytes of UTF-8.
# An agent that writes Python gets other results than it expects. Needs Node 20 and npm. Fails when it behaves otherwise.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

echo '{"private": true}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts @standardbeagle/slop-mcp@0.15.0
chmod +x node_modules/@standardbeagle/slop-mcp/binaries/*
cat > server.js << 'JS'
const answers = {
  args: (given) => [JSON.stringify(given)],
  row: () => ['{"id": 9007199254740993}'],
  two: () => ['first', 'second'],
  code: () => ['007'],
};
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = {
    initialize: () => ({
      protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' },
    }),
    'tools/list': () => ({
      tools: Object.keys(answers).map((name) => ({ name, description: name, inputSchema: { type: 'object' } })),
    }),
    'tools/call': () => ({
      content: answers[params.name](params.arguments).map((text) => ({ type: 'text', text })),
    }),
  }[method];
  console.log(JSON.stringify({ jsonrpc: '2.0', id, result: result ? result() : {} }));
});
JS
printf 'mcp "s" {\n command "node"\n args "%s"\n}\n' "$work/server.js" > .slop-mcp.kdl

cat > ask.js << 'JS'
const { spawn } = require('child_process');
const gateway = spawn('node_modules/.bin/slop-mcp', ['serve'],
  { stdio: ['pipe', 'pipe', 'ignore'], env: { ...process.env, HOME: process.cwd(), XDG_CONFIG_HOME: process.cwd() } });
const lines = require('readline').createInterface({ input: gateway.stdout })[Symbol.asyncIterator]();
let last = 0;
async function ask(method, params) {
  const id = ++last;
  gateway.stdin.write(JSON.stringify({ jsonrpc: '2.0', id, method, params }) + '\n');
  for (;;) {
    const answer = JSON.parse((await lines.next()).value);
    if (answer.id === id) return answer.result;
  }
}
(async () => {
  await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'c', version: '1' } });
  gateway.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  for (const script of ['s.args(n: 9007199254740993)', 's.row()', '2 ** 63', 's.two()', 's.code()',
    '7/2', '-7 % 3', '[1,2] == [1,2]', '"5" + 5', 'len("h\u00e9")']) {
    const answer = await ask('tools/call', { name: 'run_slop', arguments: { script } });
    console.log(script, '->', answer.content[0].text, answer.isError ? 'error' : '');
  }
  gateway.kill();
})();
JS
timeout 120 node ask.js > output.txt
diff <(sed 's/ *$//' output.txt) - << 'EXPECTED'
s.args(n: 9007199254740993) -> {"result":{"n":9007199254740992}}
s.row() -> {"result":{"id":9007199254740992}}
2 ** 63 -> {"result":-9223372036854775808}
s.two() -> {"result":["first","second"]}
s.code() -> {"result":"007"}
7/2 -> {"result":3}
-7 % 3 -> {"result":-1}
[1,2] == [1,2] -> {"result":false}
"5" + 5 -> {"result":"55"}
len("hé") -> {"result":3}
EXPECTED
cat output.txt
