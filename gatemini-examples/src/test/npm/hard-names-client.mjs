// The official TypeScript client meets backends and tools with names that are hard:
// node hard-names-client.mjs <file of names> <server command> [arguments]
//
// The file has {"backends": [...], "tools": [...]}; every backend has all the tools.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { UriTemplate } from "@modelcontextprotocol/sdk/shared/uriTemplate.js";
import { LATEST_PROTOCOL_VERSION } from "@modelcontextprotocol/sdk/types.js";
import { Session, check, eventually, runChecks, text } from "./compliance.mjs";

const [file, ...command] = process.argv.slice(2);
const names = JSON.parse(readFileSync(file, "utf8"));
const TOOL = "gatemini://tool/{tool_name}";
const BACKEND = "gatemini://backend/{backend_name}";

const session = new Session(LATEST_PROTOCOL_VERSION, command);
const expand = (template, values) => new UriTemplate(template).expand(values);
/** What calls and programs write for a backend. */
const namespaces = new Map();
const keyOf = (backend, tool) => `${namespaces.get(backend)}.${tool}`;
const quoted = (name) => JSON.stringify(name);

check("every tool of every backend is listed once", async () => {
  await session.connect();
  const keys = await eventually("all tools are there", async () => {
    const { tools } = JSON.parse((await session.call("list_tools_meta")).content[0].text);
    return tools.length === names.backends.length * names.tools.length && tools;
  });
  for (const { name, namespace } of await session.readJson("gatemini://backends")) {
    namespaces.set(name, namespace);
  }
  assert.deepEqual([...namespaces.keys()].sort(), [...names.backends].sort());
  assert.equal(new Set(namespaces.values()).size, names.backends.length);
  const wanted = names.backends.flatMap((backend) =>
    names.tools.map((tool) => keyOf(backend, tool)),
  );
  assert.deepEqual([...keys].sort(), wanted.sort());
});
check("the index has every name", async () => {
  const index = await session.readJson("gatemini://tools");
  for (const namespace of namespaces.values()) {
    assert.deepEqual(Object.keys(index[namespace]).sort(), [...names.tools].sort());
  }
});
for (const backend of names.backends) {
  check(`backend "${backend}" is listed and read`, async () => {
    const uri = expand(BACKEND, { backend_name: backend });
    const listed = (await session.resources()).find((resource) => resource.uri === uri);
    assert.ok(listed, `${uri} is not listed`);
    assert.equal((await session.readJson(uri)).name, backend);
    const tools = (await session.read(`${uri}/tools`)).text;
    for (const tool of names.tools) {
      assert.ok(tools.includes(quoted(keyOf(backend, tool))), tool);
    }
  });
  check(`backend "${backend}" is completed`, async () => {
    for (const written of [backend, [...backend].slice(0, 2).join("")]) {
      const { values } = await session.completeTemplate(BACKEND, "backend_name", written);
      assert.ok(values.includes(backend), `"${written}": ${JSON.stringify(values)}`);
    }
  });
  check(`backend "${backend}" is mentioned`, async () => {
    assert.ok((await session.read("gatemini://health")).text.includes(quoted(backend)), "health");
    assert.ok((await session.read("gatemini://llms")).text.includes(namespaces.get(backend)));
    const status = await session.client.getPrompt({ name: "backend_status" });
    assert.ok(status.messages[0].content.text.includes(backend), "backend_status");
  });
}
for (const tool of names.tools) {
  check(`tool "${tool}" is read, completed and called`, async () => {
    for (const backend of names.backends) {
      const key = keyOf(backend, tool);
      const content = await session.read(expand(TOOL, { tool_name: key }));
      assert.ok(content.text.includes(quoted(tool)), key);
      const written = [...key].slice(0, -1).join("");
      const { values } = await session.completeTemplate(TOOL, "tool_name", written);
      assert.ok(values.includes(key), `"${written}": ${JSON.stringify(values)}`);
      const answer = await session.tool(key, { says: tool });
      assert.deepEqual(JSON.parse(text(answer)), { says: tool });
      const info = await session.call("tool_info", { tool_name: key });
      assert.ok(!info.isError, text(info));
    }
  });
}
check("shutdown", async () => {
  await session.client.close();
  assert.deepEqual(await session.transport.exit, { code: 0, signal: null });
  assert.deepEqual(session.errors, []);
});

await runChecks();
await session.client.close();
