// An official TypeScript client with the bundled server: it lists, searches, calls a tool and runs a
// program. node official-client.mjs <1 or 2, its generation> <protocol version> <the server>
//
// The server is a URL or a command line, and has the backend "everything".
import assert from "node:assert/strict";
import { check, eventually, runChecks, text } from "./compliance.mjs";

const [generation, version, command, ...args] = process.argv.slice(2);
const modules =
  generation === "1"
    ? ["sdk/client/index.js", "sdk/client/streamableHttp.js", "sdk/client/stdio.js"]
    : ["client", "client/stdio"];
const sdk = {};
for (const name of modules) {
  Object.assign(sdk, await import(`@modelcontextprotocol/${name}`));
}
const transport = command.startsWith("http")
  ? new sdk.StreamableHTTPClientTransport(new URL(command))
  : new sdk.StdioClientTransport({ command, args, stderr: "inherit" });
const modern = version >= "2026";
const client = new sdk.Client(
  { name: "official", version: "1.0.0" },
  { capabilities: {}, ...(modern && { versionNegotiation: { mode: { pin: version } } }) },
);
const errors = [];
client.onerror = (error) => errors.push(String(error));
const call = (name, toolArguments) => client.callTool({ name, arguments: toolArguments });
const tool = (name, toolArguments) =>
  call("call_tool_chain", { code: JSON.stringify({ tool: name, arguments: toolArguments }) });

check("agrees on the version", async () => {
  await client.connect(transport);
  // Over stdio the first generation keeps the version to itself.
  const agreed = client.getNegotiatedProtocolVersion?.() ?? transport.protocolVersion ?? version;
  assert.equal(agreed, version);
  assert.equal(client.getServerVersion().name, "gatemini");
});
check("lists the seven tools", async () => {
  assert.equal((await client.listTools()).tools.length, 7);
});
check("searches", async () => {
  await eventually("the backend has started", async () =>
    text(await call("list_tools_meta", { page_size: 100 })).includes("everything.echo"),
  );
  const found = await call("search_tools", { task_description: "echo a message" });
  assert.match(text(found), /everything\.echo/);
});
check("calls a tool", async () => {
  const answer = await tool("everything.echo", { message: "from the client" });
  assert.ok(!answer.isError);
  assert.match(text(answer), /from the client/);
});
check("runs a program", async () => {
  const code = 'return (await everything.echo({message: "a program"})).length + 6 * 7';
  assert.equal(text(await call("call_tool_chain", { code })), `${"Echo: a program".length + 42}`);
});
check("sees progress", async () => {
  const reports = [];
  const code = JSON.stringify({
    tool: "everything.trigger-long-running-operation",
    arguments: { duration: 0.6, steps: 3 },
  });
  const options = { onprogress: (report) => reports.push(report) };
  const params = { name: "call_tool_chain", arguments: { code } };
  // The first generation takes the schema of the answer before the options.
  const result = await client.callTool(
    params,
    ...(generation === "1" ? [undefined, options] : [options]),
  );
  assert.match(text(result), /completed/);
  assert.ok(reports.length >= 2, JSON.stringify(reports));
});
check("reads a resource", async () => {
  const { contents } = await client.readResource({ uri: "gatemini://overview" });
  assert.match(contents[0].text, /call_tool_chain/);
});
check("gets a prompt", async () => {
  const prompt = await client.getPrompt({ name: "find_tool", arguments: { task: "echo" } });
  assert.match(prompt.messages[0].content.text, /echo/);
});
check("leaves without an error", async () => {
  await transport.terminateSession?.();
  await client.close();
  // It takes a report that arrives in one read with the result behind it for one that is late.
  assert.deepEqual(
    errors.filter((error) => !error.includes("progress notification for an unknown token")),
    [],
  );
});

await runChecks();
