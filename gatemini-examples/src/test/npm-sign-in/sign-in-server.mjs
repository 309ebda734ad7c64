// An MCP server that wants a person to sign in, and a certified OpenID provider beside it where they do. Its first line
// of output is the address of the MCP server.
import http from 'node:http';
import Provider from 'oidc-provider';

const listening = (server) => new Promise((done) => server.listen(0, '127.0.0.1', () => done(server.address().port)));
const body = async (request) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
};

let callback;
const authority = http.createServer((request, response) => callback(request, response));
const issuer = `http://localhost:${await listening(authority)}`;
let resource;
const provider = new Provider(issuer, {
  scopes: ['openid', 'offline_access', 'files'],
  pkce: { required: () => true, methods: ['S256'] },
  issueRefreshToken: () => true,
  ttl: { AccessToken: Number(process.env.TTL ?? 3600) },
  findAccount: (context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  cookies: { keys: ['test'] },
  features: {
    registration: { enabled: true },
    revocation: { enabled: true },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: () => ({ scope: 'files', audience: resource, accessTokenFormat: 'opaque' }),
    },
  },
});
callback = provider.callback();

const results = {
  initialize: (params) => ({
    protocolVersion: params.protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'remote', version: '1' },
  }),
  'tools/list': () => ({ tools: [{ name: 'whoami', description: 'Says who has signed in.', inputSchema: { type: 'object' } }] }),
  'tools/call': (params, account) => ({ content: [{ type: 'text', text: `signed in as ${account}` }] }),
};

const server = http.createServer(async (request, response) => {
  const send = (status, value, headers = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(value === undefined ? '' : JSON.stringify(value));
  };
  if (request.url === '/.well-known/oauth-protected-resource/mcp') {
    send(200, { resource, authorization_servers: [issuer], scopes_supported: ['files'] });
    return;
  }
  const token = await provider.AccessToken.find((request.headers.authorization ?? '').replace('Bearer ', ''));
  if (!token?.isValid) {
    const metadata = resource.replace('/mcp', '/.well-known/oauth-protected-resource/mcp');
    send(401, { error: 'invalid_token' }, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` });
  } else if (request.method !== 'POST') {
    send(405);
  } else {
    const message = JSON.parse(await body(request));
    if (message.id === undefined) {
      send(202);
    } else if (results[message.method]) {
      send(200, { jsonrpc: '2.0', id: message.id, result: results[message.method](message.params, token.accountId) });
    } else {
      send(200, { jsonrpc: '2.0', id: message.id, error: { code: -32601, message: 'unknown method' } });
    }
  }
});
resource = `http://localhost:${await listening(server)}/mcp`;
console.log(resource);
process.stdin.resume().on('end', () => process.exit());
