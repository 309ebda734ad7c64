// What the programs that check the bundled server share: the official client on an older version of
// the protocol, what the server told of its own accord, and checks that are reported one by one.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const PATIENCE_MS = 15_000;

/** Asks for a version of the protocol; the client itself only ever asks for its newest. */
class VersionedTransport extends StdioClientTransport {
  constructor(version, parameters) {
    super(parameters);
    this.version = version;
    /** Completes with how the server's process ended. */
    this.exit = new Promise((resolve) => (this.exited = resolve));
  }

  async start() {
    await super.start();
    // The client keeps the process to itself, and with it the exit code.
    this._process.once("exit", (code, signal) => this.exited({ code, signal }));
  }

  send(message) {
    return super.send(
      message.method === "initialize"
        ? { ...message, params: { ...message.params, protocolVersion: this.version } }
        : message,
    );
  }
}

/** A client with a server of its own, and everything that server notifies it of. */
export class Session {
  constructor(version, [command, ...args]) {
    this.transport = new VersionedTransport(version, { command, args, stderr: "inherit" });
    this.client = new Client({ name: "compliance", version: "1.0.0" }, { capabilities: {} });
    this.errors = [];
    this.client.onerror = (error) => this.errors.push(String(error));
    this.notifications = [];
    this.client.fallbackNotificationHandler = async (notification) => {
      this.notifications.push(notification);
    };
  }

  /** Shakes hands; keeps what the server answered, as it came. */
  async connect() {
    const connected = this.client.connect(this.transport);
    const receive = this.transport.onmessage;
    this.transport.onmessage = (message, extra) => {
      this.initialized ??= message.result;
      receive(message, extra);
    };
    await connected;
  }

  call(name, toolArguments = {}) {
    return this.client.callTool({ name, arguments: toolArguments });
  }

  /** Runs a program over the tools. */
  run(code) {
    return this.call("call_tool_chain", { code });
  }

  /** Calls one tool of a backend. */
  tool(tool, toolArguments = {}) {
    return this.run(JSON.stringify({ tool, arguments: toolArguments }));
  }

  /** The text of a resource, and what else its answer says. */
  async read(uri) {
    const { contents } = await this.client.readResource({ uri });
    if (contents.length !== 1) {
      throw new Error(`${uri} has ${contents.length} contents`);
    }
    return contents[0];
  }

  async readJson(uri) {
    return JSON.parse((await this.read(uri)).text);
  }

  /** All pages of a list. */
  async all(list, key) {
    const entries = [];
    let cursor;
    do {
      const page = await list.call(this.client, cursor === undefined ? {} : { cursor });
      entries.push(...page[key]);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return entries;
  }

  resources() {
    return this.all(this.client.listResources, "resources");
  }

  templates() {
    return this.all(this.client.listResourceTemplates, "resourceTemplates");
  }

  prompts() {
    return this.all(this.client.listPrompts, "prompts");
  }

  /** What the server completes a variable of a template to. */
  async completeTemplate(uri, name, value) {
    const answer = await this.client.complete({
      ref: { type: "ref/resource", uri },
      argument: { name, value },
    });
    return answer.completion;
  }

  /** Waits for a notification that came after the given number of them. */
  async notified(what, after, matches) {
    return eventually(what, () => this.notifications.slice(after).find(matches));
  }

  updated(uri, after) {
    return this.notified(
      `notifications/resources/updated of ${uri}`,
      after,
      ({ method, params }) => method === "notifications/resources/updated" && params.uri === uri,
    );
  }

  logged(what, after, matches) {
    return this.notified(
      `notifications/message about ${what}`,
      after,
      ({ method, params }) => method === "notifications/message" && matches(params),
    );
  }
}

/** Asks again until there is an answer. */
export async function eventually(what, ask) {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const answer = await ask();
    if (answer) {
      return answer;
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`${what}: not within ${PATIENCE_MS} ms`);
}

/** What a request is refused with; it is an error when it is not. */
export async function refusal(request) {
  const answer = await request.then(
    (value) => ({ value }),
    (error) => ({ error }),
  );
  if (!answer.error) {
    throw new Error(`answered with ${JSON.stringify(answer.value)}`);
  }
  if (typeof answer.error.code !== "number") {
    throw answer.error;
  }
  return answer.error;
}

export const text = (result) => result.content.map((block) => block.text ?? "").join("\n");

const checks = [];

/** Adds a check: it holds when the work does not throw. */
export function check(name, work) {
  checks.push({ name, work });
}

/**
 * Carries the checks out in their order. The first line of the output has the names of all, so that
 * one that was not reached can be told from one that does not exist; then a line for each.
 */
export async function runChecks() {
  const print = (line) => console.log(JSON.stringify(line));
  print({ plan: checks.map(({ name }) => name) });
  for (const { name, work } of checks) {
    const started = Date.now();
    let problem = "";
    try {
      await Promise.race([work(), tooLate(2 * PATIENCE_MS)]);
    } catch (error) {
      problem = `${error?.message ?? error}`;
    }
    print({ check: name, problem, milliseconds: Date.now() - started });
  }
}

function tooLate(milliseconds) {
  return new Promise((_, reject) =>
    setTimeout(() => reject(new Error(`not done within ${milliseconds} ms`)), milliseconds).unref(),
  );
}
