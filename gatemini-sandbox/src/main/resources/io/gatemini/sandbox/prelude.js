// What a program finds when it starts. Evaluated in every fresh context before any code of the
// program, so everything used later is taken from the intrinsics here: a program that overwrites
// them harms only itself.
(function (host) {
  'use strict';
  const { parse, stringify } = JSON;
  const { create, defineProperty, getPrototypeOf, prototype: plainPrototype } = Object;
  const { isArray, from: arrayFrom } = Array;
  const { isFinite } = Number;
  const isView = ArrayBuffer.isView;
  const NativePromise = Promise;
  const NativeError = Error;
  const NativeMap = Map;
  const NativeSet = Set;
  const text = String;
  const isInstance = Function.prototype.call.bind(Object.prototype.isPrototypeOf);
  const mapEach = Function.prototype.call.bind(Map.prototype.forEach);
  const setEach = Function.prototype.call.bind(Set.prototype.forEach);
  const AsyncFunction = (async () => {}).constructor;
  const global = globalThis;

  const visible = (object, name, value) =>
    defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  const hidden = (object, name, value) =>
    defineProperty(object, name, { value, enumerable: false, configurable: true, writable: true });

  class ToolError extends NativeError {}
  hidden(ToolError.prototype, 'name', 'ToolError');

  // ---- values to JSON ----

  const fromMap = (map) => {
    const object = create(null);
    mapEach(map, (value, key) => visible(object, typeof key === 'symbol' ? 'symbol' : text(key), value));
    return object;
  };

  const fromSet = (set) => {
    const array = [];
    setEach(set, (value) => visible(array, array.length, value));
    return array;
  };

  // JSON.stringify drops or refuses much of what a program can return; this keeps it readable.
  const plain = (value) => {
    switch (typeof value) {
      case 'number':
        return isFinite(value) ? value : text(value);
      case 'bigint':
      case 'symbol':
        return text(value);
      case 'function':
        return `[Function ${text(value.name)}]`;
      case 'object':
        if (value === null || isArray(value) || getPrototypeOf(value) === plainPrototype) return value;
        if (isInstance(NativeMap.prototype, value)) return fromMap(value);
        if (isInstance(NativeSet.prototype, value)) return fromSet(value);
        if (isView(value)) return arrayFrom(value);
        if (isInstance(NativeError.prototype, value)) {
          return { name: value.name, message: value.message };
        }
        return value;
      default:
        return value;
    }
  };

  const replacer = (key, value) => plain(value);

  const decycling = () => {
    const holders = [];
    let depth = 0;
    return function (key, value) {
      while (depth > 0 && holders[depth - 1] !== this) depth--;
      const result = plain(value);
      if (typeof result === 'object' && result !== null) {
        for (let i = 0; i < depth; i++) {
          if (holders[i] === result) return '[Circular]';
        }
        visible(holders, depth++, result);
      }
      return result;
    };
  };

  const encode = (value) => {
    let json;
    try {
      json = stringify(value, replacer);
    } catch (e) {
      json = stringify(value, decycling());
    }
    return json === undefined ? 'null' : json;
  };

  // ---- tools ----

  const kind = (value) => (isArray(value) ? 'an array' : `a ${typeof value}`);

  const invoke = (backend, tool, key, args) => {
    // Made here and not when the answer comes, so that it knows the line of the call.
    const error = new ToolError();
    return new NativePromise((resolve, reject) => {
      const fail = (message) => {
        hidden(error, 'message', message);
        visible(error, 'backend', backend);
        visible(error, 'tool', tool);
        reject(error);
      };
      if (args !== undefined && args !== null && (typeof args !== 'object' || isArray(args))) {
        fail(`takes one object of named arguments, not ${kind(args)}; write {"name": value}`);
        return;
      }
      let json;
      try {
        json = args === undefined || args === null ? '{}' : stringify(args);
      } catch (e) {
        fail('the arguments cannot be written as JSON');
        return;
      }
      if (json === undefined || json[0] !== '{') {
        fail('the arguments are no JSON object');
        return;
      }
      host.call(key, json, (answer, form) => resolve(decode(answer, form)), fail);
    });
  };

  // form: what the host knows of an answer without having parsed it.
  const decode = (answer, form) => {
    if (form === 'text') return answer;
    if (form === 'json') return parse(answer);
    try {
      return parse(answer);
    } catch (e) {
      return answer;
    }
  };

  const backendObject = (name) => {
    const backend = create(null);
    const tools = parse(host.tools(name));
    for (let i = 0; i < tools.length; i++) {
      const { identifier, original, key } = tools[i];
      const call = (args) => invoke(name, original, key, args);
      visible(backend, identifier, call);
    }
    for (let i = 0; i < tools.length; i++) {
      const { identifier, original } = tools[i];
      if (!(original in backend)) visible(backend, original, backend[identifier]);
    }
    return backend;
  };

  const objects = create(null);
  const backendNamed = (name) => objects[name] || (objects[name] = backendObject(name));

  const exposeBackends = (mentioned) => {
    const names = parse(mentioned);
    for (let i = 0; i < names.length; i++) {
      const { as, name } = names[i];
      // What the language has under this name stays; the backend is in __backends.
      if (!(as in global)) hidden(global, as, backendNamed(name));
    }
  };

  const exposeTable = (all) => {
    const table = create(null);
    const names = parse(all);
    for (let i = 0; i < names.length; i++) {
      const { as, name } = names[i];
      defineProperty(table, as, { get: () => backendNamed(name), enumerable: true, configurable: true });
    }
    hidden(global, '__backends', table);
  };

  hidden(global, '__getToolInterface', (name) => {
    const info = host.info(text(name));
    return info === null ? null : parse(info);
  });

  // ---- globals ----

  const written = (values) => {
    let line = '';
    for (let i = 0; i < values.length; i++) {
      const value = values[i];
      let part;
      try {
        if (typeof value === 'string') part = value;
        else if (value === undefined) part = 'undefined';
        else if (typeof value === 'object' && value !== null && isInstance(NativeError.prototype, value)) {
          part = `${value.name}: ${value.message}`;
        } else part = encode(value);
      } catch (e) {
        part = '[unreadable]';
      }
      line += i === 0 ? part : ` ${part}`;
    }
    return line;
  };

  const log = (...values) => {
    host.log(written(values));
  };
  const console = {};
  for (const level of ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table']) {
    visible(console, level, log);
  }
  hidden(global, 'console', console);

  hidden(global, 'setTimeout', (fn, delay, ...args) => {
    if (typeof fn !== 'function') throw new TypeError('setTimeout needs a function');
    return host.timer(+delay || 0, () => {
      fn(...args);
    });
  });
  hidden(global, 'clearTimeout', (id) => {
    if (typeof id === 'number') host.cancelTimer(id);
  });

  hidden(global, 'require', (name) => {
    throw new NativeError(
      `require("${text(name)}") is not available: a program has no modules. Backends are there`
        + ' already: await backend.tool({...})');
  });

  // ---- the program ----

  const described = (e) => {
    try {
      if (typeof e !== 'object' || e === null || !isInstance(NativeError.prototype, e)) {
        return `thrown: ${encode(e)}`;
      }
      if (isInstance(ToolError.prototype, e)) return `${e.backend}.${e.tool}: ${e.message}`;
      return e.message === '' ? text(e.name) : `${text(e.name)}: ${text(e.message)}`;
    } catch (unreadable) {
      return 'the program threw something that cannot be read';
    }
  };

  const run = async (main) => {
    let json;
    try {
      json = encode(await main());
    } catch (e) {
      host.fail(described(e), e);
      return;
    }
    host.finish(json);
  };

  return {
    compile: (body) => new AsyncFunction(body),
    exposeBackends,
    exposeTable,
    run,
  };
})
