// Two small MCP servers over stdio: node backend.mjs calculator | data-server
import {createInterface} from 'node:readline';

const text = text => ({content: [{type: 'text', text}]});
const whole = value => ({...text(JSON.stringify(value)), structuredContent: value});
const failed = message => ({...text(message), isError: true});

const files = {'a.txt': 'alpha', 'b.txt': 'beta\n', 'c.json': '{"deep":{"list":[1,2,3]}}'};
const rows = count =>
  Array.from({length: count}, (_, i) => ({id: i + 1, name: `row-${i + 1}`, size: (i * 37) % 100}));

const servers = {
  calculator: {
    add: ({a, b}) => text(String(a + b)),
    multiply: ({a, b}) => text(JSON.stringify({product: a * b})),
    subtract: ({a, b}) => whole({difference: a - b}),
    divide: ({a, b}) => (b === 0 ? failed('division by zero') : whole({quotient: a / b})),
  },
  'data-server': {
    'list-files': () => whole({files: Object.keys(files)}),
    'read-file': ({path}) => (path in files ? text(files[path]) : failed(`no file ${path}`)),
    rows: ({count}) => whole({rows: rows(count)}),
    echo: given => whole(given),
    blocks: () => ({content: [{type: 'text', text: 'one'}, {type: 'text', text: 'two'}]}),
    odd: () => whole({none: null, empty: [], nothing: {}, text: 'ä€😀', half: 0.5, big: 9007199254740991}),
  },
};

const tools = servers[process.argv[2]];
const answers = {
  initialize: ({protocolVersion}) => ({
    protocolVersion,
    capabilities: {tools: {}},
    serverInfo: {name: process.argv[2], version: '1'},
  }),
  'tools/list': () => ({
    tools: Object.keys(tools).map(name => ({name, description: name, inputSchema: {type: 'object'}})),
  }),
  'tools/call': ({name, arguments: given = {}}) => tools[name](given),
  ping: () => ({}),
};

for await (const line of createInterface({input: process.stdin})) {
  const {id, method, params} = JSON.parse(line);
  if (id !== undefined) {
    const answer = answers[method]
      ? {result: answers[method](params)}
      : {error: {code: -32601, message: 'no such method'}};
    process.stdout.write(JSON.stringify({jsonrpc: '2.0', id, ...answer}) + '\n');
  }
}
