// The official TypeScript client against the server whose command line is given. Each step prints a
// line of JSON, {"step": ..., "ok": ..., ...}; the test in Java reads them.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";

const [command, ...args] = process.argv.slice(2);
const transport = new StdioClientTransport({ command, args, stderr: "inherit" });
const client = new Client({ name: "typescript", version: "1.0.0" }, { capabilities: {} });
const errors = [];
client.onerror = (error) => errors.push(String(error));
let listChanges = 0;
client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
  listChanges++;
});

const print = (step, rest) => console.log(JSON.stringify({ step, ...rest }));
const chain = (tool, toolArguments) => ({
  name: "call_tool_chain",
  arguments: { code: JSON.stringify({ tool, arguments: toolArguments }) },
});

async function step(name, work) {
  try {
    print(name, { ok: true, value: await work() });
  } catch (error) {
    print(name, { ok: false, value: String(error) });
  }
}

await step("initialize", async () => {
  await client.connect(transport);
  return {
    version: client.getServerVersion(),
    capabilities: client.getServerCapabilities(),
    instructions: client.getInstructions() ?? "",
  };
});
// The client keeps the output schemas of what it has listed, and checks results against them.
await step("tools/list", async () => (await client.listTools()).tools);

const deadline = Date.now() + 30_000;
await step("backend ready", async () => {
  while (Date.now() < deadline) {
    const listed = await client.callTool({ name: "list_tools_meta", arguments: {} });
    if (listed.structuredContent.tools.includes("everything.echo")) {
      return listed;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("the backend did not start");
});

const calls = {
  search_tools: { task_description: "echo a message" },
  list_tools_meta: { page_size: 3 },
  tool_info: { tool_name: "everything.echo", detail: "full" },
  get_required_keys_for_tool: { tool_name: "everything.echo" },
  call_tool_chain: { code: 'return await everything.echo({message: "from TypeScript"})' },
  register_manual: {
    manual_call_template: { name: "added", url: "http://127.0.0.1:9/never" },
  },
  deregister_manual: { manual_name: "added" },
};
for (const [name, toolArguments] of Object.entries(calls)) {
  await step(name, () => client.callTool({ name, arguments: toolArguments }));
}
await step("tool_info brief", () =>
  client.callTool({ name: "tool_info", arguments: { tool_name: "everything.echo" } }),
);
await step("search_tools overview", () =>
  client.callTool({ name: "search_tools", arguments: { task_description: "" } }),
);
await step("search_tools full", () =>
  client.callTool({ name: "search_tools", arguments: { task_description: "sum", brief: false } }),
);
await step("structured content", () =>
  client.callTool(chain("everything.get-structured-content", { location: "Chicago" })),
);
await step("image", () => client.callTool(chain("everything.get-tiny-image", {})));

await step("progress", async () => {
  const reports = [];
  const result = await client.callTool(
    chain("everything.trigger-long-running-operation", { duration: 0.6, steps: 3 }),
    undefined,
    { onprogress: (report) => reports.push(report) },
  );
  return { reports, result };
});

await step("cancellation", async () => {
  const controller = new AbortController();
  const started = Date.now();
  const call = client.callTool(
    chain("everything.trigger-long-running-operation", { duration: 20, steps: 2 }),
    undefined,
    { signal: controller.signal },
  );
  setTimeout(() => controller.abort("enough"), 300);
  const outcome = await call.then(
    () => "answered",
    (error) => String(error),
  );
  const after = await client.callTool(chain("everything.echo", { message: "after" }));
  return { outcome, after, milliseconds: Date.now() - started };
});

await step("resources", async () =>
  client.getServerCapabilities().resources ? await client.listResources() : "none",
);
await step("resource templates", () => client.listResourceTemplates());
await step("stored result", async () => {
  const answer = await client.callTool({
    name: "call_tool_chain",
    arguments: {
      code: 'return Array.from({length: 2000}, (_, i) => "line " + (i + 1)).join("\\n")',
      max_output_size: 2000,
    },
  });
  const text = answer.content.map((block) => block.text).join("\n");
  const [, id] = /(?:gatemini:\/\/result\/|results\.get\(")([a-z2-7]{10})/.exec(text);
  const uri = `gatemini://result/${id}`;
  const read = async (query) => (await client.readResource({ uri: uri + query })).contents[0];
  return {
    whole: await read(""),
    lines: await read("?lines=1999-2000"),
    page: await read("?page=1"),
    search: await read(`?search=${encodeURIComponent("line 1234")}`),
    program: await client.callTool({
      name: "call_tool_chain",
      arguments: { code: `return (await results.get("${id}")).length` },
    }),
  };
});
await step("no result", async () => {
  try {
    return await client.readResource({ uri: "gatemini://result/aaaaaaaaaa" });
  } catch (error) {
    return { code: error.code, message: error.message };
  }
});
await step("prompts", async () =>
  client.getServerCapabilities().prompts ? await client.listPrompts() : "none",
);
await step("ping", () => client.ping());
const closing = Date.now();
await step("close", async () => {
  await client.close();
  return { milliseconds: Date.now() - closing, listChanges, errors };
});
