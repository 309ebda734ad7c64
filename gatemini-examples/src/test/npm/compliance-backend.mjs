// A backend for the checks. It answers every call with the arguments as they reached it, but for a
// few names. The file on its command line, if any, has the tools: {"tools": [names]}.
import { readFileSync } from "node:fs";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const tools = {
  get_current_time: "Tells the current time in a time zone. Zones are those of the IANA database.",
  repeat: "Answers with the arguments it is given.",
  pid: "Answers with the process id of the server.",
};
const names = process.argv[2]
  ? JSON.parse(readFileSync(process.argv[2], "utf8")).tools
  : Object.keys(tools);

const server = new Server(
  { name: "compliance-backend", version: "1.0.0" },
  { capabilities: { tools: {} } },
);
server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: names.map((name) => ({
    name,
    description: tools[name] ?? `Does what ${name} says.`,
    inputSchema:
      name === "get_current_time"
        ? { type: "object", properties: { timezone: { type: "string" } }, required: ["timezone"] }
        : { type: "object" },
  })),
}));
server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
  const answers = {
    get_current_time: () => `12:00 in ${params.arguments.timezone}`,
    pid: () => `${process.pid}`,
  };
  const answer = answers[params.name] ?? (() => JSON.stringify(params.arguments));
  return { content: [{ type: "text", text: answer() }] };
});
await server.connect(new StdioServerTransport());
