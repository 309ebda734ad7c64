// The official TypeScript client goes through what the Model Context Protocol asks of a server:
// node compliance-client.mjs <protocol version> <server command> [arguments]
//
// The server has the backends "clock" (compliance-backend.mjs) and "limited" (the same, one call an
// hour), and lets agents register compliance-backend.mjs.
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { UriTemplate } from "@modelcontextprotocol/sdk/shared/uriTemplate.js";
import { EmptyResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { Session, check, eventually, refusal, runChecks, text } from "./compliance.mjs";

const [version, ...command] = process.argv.slice(2);
const INVALID_PARAMS = -32602;
const RESOURCE_NOT_FOUND = -32002;
const METHOD_NOT_FOUND = -32601;

const FIXED = {
  "gatemini://overview": "text/markdown",
  "gatemini://backends": "application/json",
  "gatemini://tools": "application/json",
  "gatemini://recent": "application/json",
  "gatemini://stats": "application/json",
  "gatemini://health": "application/json",
  "gatemini://llms": "text/markdown",
  "gatemini://llms-full": "text/markdown",
  "gatemini://call_tool_chain": "text/markdown",
};
const TEMPLATES = [
  "gatemini://tool/{tool_name}",
  "gatemini://backend/{backend_name}",
  "gatemini://backend/{backend_name}/tools",
  "gatemini://recent/{limit}",
  "gatemini://result/{id}",
  "gatemini://guide/{topic}",
];
const BACKEND = fileURLToPath(new URL("compliance-backend.mjs", import.meta.url));

const session = new Session(version, command);
const { client } = session;

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value) => typeof value === "string" && value.trim() !== "";
const expand = (template, values) => new UriTemplate(template).expand(values);

/** Asserts that a tool refuses, in words that have these in them. */
async function refuses(call, ...words) {
  const result = await call;
  assert.equal(result.isError, true, JSON.stringify(result));
  for (const word of words) {
    assert.match(text(result), word);
  }
}

check("handshake: agrees on the version asked for", async () => {
  await session.connect();
  assert.equal(session.initialized.protocolVersion, version);
});
check("handshake: says who it is", async () => {
  const server = client.getServerVersion();
  assert.equal(server.name, "gatemini");
  assert.ok(isText(server.title), "title");
  assert.ok(isText(server.version), "version");
  // Icons came with this version; a website of ours there is not.
  if (version === "2025-11-25") {
    assert.equal(server.websiteUrl, undefined);
    assert.ok(server.icons?.length > 0, "icons");
    for (const icon of server.icons) {
      assert.match(icon.src, /^(https:\/\/|data:image\/)/);
      assert.match(icon.mimeType, /^image\//);
    }
  }
});
check("handshake: advertises its capabilities", async () => {
  const capabilities = client.getServerCapabilities();
  assert.equal(capabilities.tools?.listChanged, true, "tools.listChanged");
  assert.equal(capabilities.resources?.listChanged, true, "resources.listChanged");
  assert.equal(capabilities.resources?.subscribe, true, "resources.subscribe");
  assert.ok(isObject(capabilities.prompts), "prompts");
  assert.ok(isObject(capabilities.completions), "completions");
  assert.ok(isObject(capabilities.logging), "logging");
});
check("handshake: gives instructions in 2,000 characters", async () => {
  const instructions = client.getInstructions();
  assert.ok(isText(instructions));
  assert.ok([...instructions].length <= 2000, `${[...instructions].length} characters`);
  for (const tool of ["search_tools", "tool_info", "call_tool_chain"]) {
    assert.ok(instructions.includes(tool), tool);
  }
});
check("ping", async () => client.ping());
check("unknown method", async () => {
  const error = await refusal(client.request({ method: "no/such" }, EmptyResultSchema));
  assert.equal(error.code, METHOD_NOT_FOUND);
});

check("tools: exactly seven, with object schemas and descriptions", async () => {
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map(({ name }) => name).sort(), [
    "call_tool_chain",
    "deregister_manual",
    "get_required_keys_for_tool",
    "list_tools_meta",
    "register_manual",
    "search_tools",
    "tool_info",
  ]);
  for (const tool of tools) {
    assert.ok(isText(tool.description), tool.name);
    assert.equal(tool.inputSchema.type, "object", tool.name);
    assert.ok(isObject(tool.inputSchema.properties), tool.name);
  }
});
check("tools: lists those of the backends", async () => {
  await eventually("the backends start", async () => {
    const { tools } = JSON.parse((await session.call("list_tools_meta")).content[0].text);
    return ["clock.get_current_time", "limited.repeat"].every((name) => tools.includes(name));
  });
});
check("tools: search finds what fits", async () => {
  const brief = await session.call("search_tools", { task_description: "what time is it now" });
  assert.match(brief.content[0].text, /get_current_time/);
  const full = await session.call("search_tools", {
    task_description: "what time is it now",
    brief: false,
  });
  assert.doesNotMatch(text(brief), /IANA/);
  assert.match(text(full), /IANA/);
});
check("tools: info is brief or full", async () => {
  const name = "clock.get_current_time";
  const brief = await session.call("tool_info", { tool_name: name });
  const full = await session.call("tool_info", { tool_name: name, detail: "full" });
  assert.match(text(brief), /timezone/);
  assert.match(text(full), /"timezone":\s*\{\s*"type":\s*"string"/);
});
check("tools: names the parameter that is missing", async () => {
  await refuses(session.call("tool_info"), /tool_name/);
  await refuses(session.call("get_required_keys_for_tool"), /tool_name/);
  await refuses(session.call("call_tool_chain"), /code/);
  await refuses(session.call("register_manual"), /manual_call_template/);
});
check("tools: says which tool is not known", async () => {
  await refuses(session.call("tool_info", { tool_name: "clock.no_such" }), /clock\.no_such/);
  await refuses(session.tool("nowhere.no_such"), /nowhere\.no_such/);
  const error = await refusal(session.call("no_such_tool"));
  assert.equal(error.code, INVALID_PARAMS);
});
check("tools: required keys", async () => {
  const keys = await session.call("get_required_keys_for_tool", { tool_name: "clock.repeat" });
  assert.ok(!keys.isError, text(keys));
});
check("tools: calls one by JSON and by its dotted name", async () => {
  const timezone = "Asia/Tokyo";
  assert.equal(
    text(await session.tool("clock.get_current_time", { timezone })),
    "12:00 in Asia/Tokyo",
  );
  const dotted = `return await clock.get_current_time({timezone: "${timezone}"})`;
  assert.equal(text(await session.run(dotted)), "12:00 in Asia/Tokyo");
});
check("tools: the backend receives the arguments unchanged", async () => {
  const sent = {
    text: "tab\t quote\" backslash\\ \u0000 line\nend \u2028",
    unicode: "æøå 漢字 🎉 שלום e\u0301",
    empty: "",
    nothing: null,
    numbers: [0, -1, 1.5, 1e-7, 9007199254740991],
    nested: { list: [{}, [], { "a b/c.d%": true }], "": "empty key", __proto: "kept" },
  };
  assert.deepEqual(JSON.parse(text(await session.tool("clock.repeat", sent))), sent);
  const program = `const echoed = await clock.repeat(${JSON.stringify(sent)}); return echoed;`;
  assert.deepEqual(JSON.parse(text(await session.run(program))), sent);
});

check("resources: listed in order", async () => {
  const resources = await session.resources();
  const uris = resources.map(({ uri }) => uri);
  assert.deepEqual(uris, [
    ...Object.keys(FIXED),
    "gatemini://backend/clock",
    "gatemini://backend/limited",
  ]);
  assert.deepEqual((await session.resources()).map(({ uri }) => uri), uris);
  for (const resource of resources) {
    assert.ok(isText(resource.name) && isText(resource.title), resource.uri);
    assert.ok(isText(resource.description), resource.uri);
  }
});
check("resources: templates listed in order", async () => {
  const templates = await session.templates();
  const addresses = templates.map(({ uriTemplate }) => uriTemplate.replace(/\{\?.*/, ""));
  // What is behind them are parts of a resource that has an address of its own.
  assert.deepEqual(addresses.slice(0, TEMPLATES.length), TEMPLATES);
  assert.ok(addresses.slice(TEMPLATES.length).every((address) => address in FIXED));
  for (const template of templates) {
    assert.ok(isText(template.name) && isText(template.description), template.uriTemplate);
  }
});
check("resources: a cursor that the server did not give is refused", async () => {
  for (const list of [client.listResources, client.listResourceTemplates, client.listPrompts]) {
    const error = await refusal(list.call(client, { cursor: "nonsense" }));
    assert.equal(error.code, INVALID_PARAMS);
  }
});
for (const [uri, mimeType] of Object.entries(FIXED)) {
  check(`resources: reads ${uri}`, async () => {
    const content = await session.read(uri);
    assert.equal(content.uri, uri);
    assert.equal(content.mimeType, mimeType);
    const listed = (await session.resources()).find((resource) => resource.uri === uri);
    assert.equal(listed?.mimeType, mimeType, "as listed");
    assert.ok(isText(content.text));
    if (mimeType === "application/json") {
      assert.ok(typeof JSON.parse(content.text) === "object");
    }
  });
}
check("resources: the overview tells of console and null", async () => {
  const overview = (await session.read("gatemini://overview")).text;
  assert.match(overview, /console/);
  assert.match(overview, /null/);
  assert.match(overview, /6 tools of 2 backends/);
});
check("resources: backends and health have every backend", async () => {
  for (const uri of ["gatemini://backends", "gatemini://health"]) {
    const content = (await session.read(uri)).text;
    assert.match(content, /"clock"/, uri);
    assert.match(content, /"limited"/, uri);
    assert.match(content, /Healthy/i, uri);
  }
});
check("resources: the index has the tools by backend", async () => {
  const index = await session.readJson("gatemini://tools");
  assert.match(JSON.stringify(index), /"clock":\{.*"get_current_time":"Tells the current time/);
});
check("resources: reads what a template describes", async () => {
  const [tool, backend, backendTools, recent, , guide] = TEMPLATES;
  const reads = {
    [expand(tool, { tool_name: "clock.get_current_time" })]: /timezone/,
    [expand(backend, { backend_name: "clock" })]: /clock/,
    [expand(backendTools, { backend_name: "clock" })]: /get_current_time/,
    [expand(recent, { limit: "2" })]: /clock/,
    [expand(guide, { topic: "discovery" })]: /search_tools/,
    [expand(guide, { topic: "call_tool_chain" })]: /return/,
  };
  for (const [uri, expected] of Object.entries(reads)) {
    const content = await session.read(uri);
    assert.equal(content.uri, uri);
    assert.match(content.text, expected, uri);
    if (content.mimeType === "application/json") {
      JSON.parse(content.text);
    }
  }
});
check("resources: recent calls are as many as asked for, newest first", async () => {
  await session.tool("clock.repeat", { first: 1 });
  await session.tool("clock.get_current_time", { timezone: "UTC" });
  // A call is counted when its answer is on its way, so that counting delays no answer.
  await eventually("the last two calls are there", async () => {
    const recent = await session.readJson("gatemini://recent/2");
    assert.equal(recent.length, 2);
    return (
      recent[0].tool_name === "clock.get_current_time" && recent[1].tool_name === "clock.repeat"
    );
  });
});
check("resources: what does not exist is not found", async () => {
  const missing = [
    "gatemini://nothing",
    "gatemini://tool/clock.no_such",
    "gatemini://backend/nowhere",
    "gatemini://backend/nowhere/tools",
    "gatemini://guide/nothing",
    "gatemini://result/aaaaaaaaaa",
    "other://overview",
  ];
  for (const uri of missing) {
    const error = await refusal(client.readResource({ uri }));
    assert.equal(error.code, RESOURCE_NOT_FOUND, `${uri}: ${error.message}`);
  }
  const { code } = await refusal(client.readResource({ uri: "gatemini://recent/many" }));
  assert.ok([INVALID_PARAMS, RESOURCE_NOT_FOUND].includes(code), `recent/many: ${code}`);
});

check("subscription: hears of recent calls", async () => {
  await client.subscribeResource({ uri: "gatemini://recent" });
  const before = session.notifications.length;
  await session.tool("clock.repeat", {});
  await session.updated("gatemini://recent", before);
});
check("subscription: ends", async () => {
  const uri = "gatemini://stats";
  await client.subscribeResource({ uri });
  const first = session.notifications.length;
  await session.tool("clock.repeat", {});
  await session.updated(uri, first);
  await client.unsubscribeResource({ uri });
  // What was on its way when the subscription ended has come when the next update of another has.
  const second = session.notifications.length;
  await session.tool("clock.repeat", {});
  await session.updated("gatemini://recent", second);
  const third = session.notifications.length;
  await session.tool("clock.repeat", {});
  await session.updated("gatemini://recent", third);
  const late = session.notifications.slice(third).filter(({ params }) => params?.uri === uri);
  assert.deepEqual(late, []);
});
check("subscription: to what does not exist is refused", async () => {
  const error = await refusal(client.subscribeResource({ uri: "gatemini://nothing" }));
  assert.equal(error.code, RESOURCE_NOT_FOUND);
});

check("prompts: listed in order", async () => {
  const prompts = await session.prompts();
  assert.deepEqual(
    prompts.map(({ name }) => name),
    ["discover", "find_tool", "backend_status"],
  );
  for (const prompt of prompts) {
    assert.ok(isText(prompt.description), prompt.name);
  }
  const [task] = prompts[1].arguments;
  assert.equal(task.name, "task");
  assert.equal(task.required, true);
});
for (const [name, promptArguments, expected] of [
  ["discover", {}, [/search_tools/, /tool_info/, /call_tool_chain/, /clock\./, /return/]],
  ["find_tool", { task: "what time is it" }, [/get_current_time/, /timezone/, /\|.*\|/]],
  ["backend_status", {}, [/clock/, /limited/, /p50/, /p95/]],
]) {
  check(`prompts: gets ${name}`, async () => {
    const prompt = await client.getPrompt({ name, arguments: promptArguments });
    assert.ok(prompt.messages.length > 0);
    assert.ok(prompt.messages.every(({ role }) => role === "user"));
    const said = prompt.messages.map(({ content }) => content.text).join("\n");
    for (const words of expected) {
      assert.match(said, words);
    }
  });
}
check("prompts: gets one without arguments at all", async () => {
  assert.ok((await client.getPrompt({ name: "discover" })).messages.length > 0);
});
check("prompts: refuses what does not fit", async () => {
  const wrong = [
    { name: "no_such" },
    { name: "find_tool" },
    { name: "find_tool", arguments: {} },
    { name: "discover", arguments: { task: "none" } },
  ];
  for (const params of wrong) {
    const error = await refusal(client.getPrompt(params));
    assert.equal(error.code, INVALID_PARAMS, `${JSON.stringify(params)}: ${error.message}`);
  }
});

for (const [template, name, written, wanted] of [
  [TEMPLATES[0], "tool_name", "clock.get", "clock.get_current_time"],
  [TEMPLATES[0], "tool_name", "get_curr", "clock.get_current_time"],
  [TEMPLATES[1], "backend_name", "clo", "clock"],
  [TEMPLATES[2], "backend_name", "lim", "limited"],
  [TEMPLATES[5], "topic", "disc", "discovery"],
]) {
  check(`completion: "${written}" in ${template}`, async () => {
    const { values, total, hasMore } = await session.completeTemplate(template, name, written);
    assert.ok(values.includes(wanted), JSON.stringify(values));
    assert.ok(values.length <= 100);
    assert.equal(total, values.length);
    assert.ok(!hasMore);
  });
}
check("completion: a limit is a number that can be read", async () => {
  const { values } = await session.completeTemplate(TEMPLATES[3], "limit", "");
  assert.ok(values.length > 0);
  for (const limit of values) {
    assert.match(limit, /^[1-9]\d*$/);
    await session.read(expand(TEMPLATES[3], { limit }));
  }
});
check("completion: what was repaired and what is not there", async () => {
  const { values } = await session.completeTemplate(TEMPLATES[0], "tool_name", "clock.get_curent");
  assert.ok(values.includes("clock.get_current_time"), JSON.stringify(values));
  const none = await session.completeTemplate(TEMPLATES[1], "backend_name", "zzzzzzzz");
  assert.deepEqual(none.values, []);
});
check("completion: the argument of a prompt", async () => {
  const answer = await client.complete({
    ref: { type: "ref/prompt", name: "find_tool" },
    argument: { name: "task", value: "wh" },
  });
  assert.ok(Array.isArray(answer.completion.values));
});
check("completion: refuses what does not exist", async () => {
  const wrong = [
    { ref: { type: "ref/prompt", name: "no_such" }, argument: { name: "task", value: "" } },
    { ref: { type: "ref/prompt", name: "find_tool" }, argument: { name: "none", value: "" } },
    { ref: { type: "ref/resource", uri: TEMPLATES[0] }, argument: { name: "none", value: "" } },
    {
      ref: { type: "ref/resource", uri: "gatemini://nothing/{x}" },
      argument: { name: "x", value: "" },
    },
  ];
  for (const params of wrong) {
    const error = await refusal(client.complete(params));
    assert.equal(error.code, INVALID_PARAMS, `${JSON.stringify(params)}: ${error.message}`);
  }
});

check("logging: refuses a level that there is not", async () => {
  const error = await refusal(
    client.request({ method: "logging/setLevel", params: { level: "loud" } }, EmptyResultSchema),
  );
  assert.equal(error.code, INVALID_PARAMS);
});
check("logging: tells of a call that was refused", async () => {
  await client.setLoggingLevel("info");
  await session.tool("limited.repeat", {});
  const before = session.notifications.length;
  await refuses(session.tool("limited.repeat", { password: "hunter2" }), /limit/);
  const { params } = await session.logged("the refused call", before, ({ data }) =>
    JSON.stringify(data).includes("limited"),
  );
  assert.match(params.logger, /^gatemini/);
  assert.ok(!JSON.stringify(params).includes("hunter2"));
});
check("logging and subscription: tell of a backend whose process is killed", async () => {
  await client.subscribeResource({ uri: "gatemini://health" });
  await client.subscribeResource({ uri: "gatemini://backends" });
  const before = session.notifications.length;
  process.kill(Number(text(await session.tool("clock.pid"))), "SIGKILL");
  const { params } = await session.logged(
    "the backend",
    before,
    ({ level, data }) =>
      !["debug", "info"].includes(level) && JSON.stringify(data).includes("clock"),
  );
  assert.match(params.logger, /^gatemini/);
  await session.updated("gatemini://health", before);
  await session.updated("gatemini://backends", before);
  await eventually("the backend works again", async () => {
    const answer = await session.tool("clock.repeat", { again: true });
    return !answer.isError;
  });
});
check("logging: a higher level says less", async () => {
  await client.setLoggingLevel("emergency");
  const before = session.notifications.length;
  await refuses(session.tool("limited.repeat", {}), /limit/);
  // Whatever would be told of the refused call has come before this.
  const fence = session.notifications.length;
  await session.tool("clock.repeat", {});
  await session.updated("gatemini://recent", fence);
  const told = session.notifications
    .slice(before)
    .filter(({ method }) => method === "notifications/message");
  assert.deepEqual(told, []);
});

check("changes: a registered backend is announced and listed", async () => {
  const before = session.notifications.length;
  const registered = await session.call("register_manual", {
    manual_call_template: { name: "added", command: process.argv0, args: [BACKEND] },
  });
  assert.ok(!registered.isError, text(registered));
  const method = "notifications/resources/list_changed";
  await session.notified(method, before, (notification) => notification.method === method);
  // The seven tools stay as they are, byte for byte: a client keeps its cache of the prompt.
  const tools = session.notifications.filter(({ method }) => method.includes("/tools/"));
  assert.deepEqual(tools, []);
  assert.ok((await session.resources()).some(({ uri }) => uri === "gatemini://backend/added"));
  assert.match((await session.read("gatemini://backend/added/tools")).text, /get_current_time/);
  assert.match((await session.read("gatemini://overview")).text, /9 tools of 3 backends/);
  assert.match((await session.read("gatemini://backends")).text, /"added"/);
});
check("changes: a removed backend is announced and gone", async () => {
  const before = session.notifications.length;
  const removed = await session.call("deregister_manual", { manual_name: "added" });
  assert.ok(!removed.isError, text(removed));
  const method = "notifications/resources/list_changed";
  await session.notified(method, before, (notification) => notification.method === method);
  assert.ok((await session.resources()).every(({ uri }) => uri !== "gatemini://backend/added"));
  const error = await refusal(client.readResource({ uri: "gatemini://backend/added" }));
  assert.equal(error.code, RESOURCE_NOT_FOUND);
});

check("shutdown: the end of the input ends the server", async () => {
  const backend = Number(text(await session.tool("clock.pid")));
  const closing = Date.now();
  await client.close();
  // The client waits two seconds for the server to go, and then it terminates it.
  assert.deepEqual(await session.transport.exit, { code: 0, signal: null });
  assert.ok(Date.now() - closing < 2_000, "it had to be terminated");
  assert.throws(() => process.kill(backend, 0), /ESRCH/, "the backend is gone");
});
check("the client had nothing to object to", async () => {
  assert.deepEqual(session.errors, []);
});

await runChecks();
await client.close();
