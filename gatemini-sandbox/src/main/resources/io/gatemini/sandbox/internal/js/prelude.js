// What a program finds when it starts. Evaluated in every fresh context before any code of the
// program, so everything used later is taken from the intrinsics here: a program that overwrites
// them harms only itself.
(function () {
  'use strict';
  const { parse, stringify } = JSON;
  const {
    create,
    defineProperty,
    getOwnPropertyDescriptor,
    getPrototypeOf,
    setPrototypeOf,
    prototype: plainPrototype,
  } = Object;
  const { apply, construct, ownKeys, get: reflectGet } = Reflect;
  const { trunc } = Math;
  const { iterator, toPrimitive } = Symbol;
  const { isArray, from: arrayFrom } = Array;
  const { isFinite, isInteger, isSafeInteger } = Number;
  const isView = ArrayBuffer.isView;
  const NativePromise = Promise;
  const NativeProxy = Proxy;
  const { revocable } = Proxy;
  const NativeError = Error;
  const NativeTypeError = TypeError;
  const NativeRangeError = RangeError;
  const NativeSymbol = Symbol;
  const NativeMap = Map;
  const NativeSet = Set;
  const text = String;
  const NativeBigInt = BigInt;
  const NativeBuffer = ArrayBuffer;
  const NativeRegExp = RegExp;
  const NativeDate = Date;
  const Bytes = Uint8Array;
  const timeOf = Function.prototype.call.bind(Date.prototype.getTime);
  const isInstance = Function.prototype.call.bind(Object.prototype.isPrototypeOf);
  const mapEach = Function.prototype.call.bind(Map.prototype.forEach);
  const mapGet = Function.prototype.call.bind(Map.prototype.get);
  const mapSet = Function.prototype.call.bind(Map.prototype.set);
  const mapDelete = Function.prototype.call.bind(Map.prototype.delete);
  const replaced = Function.prototype.call.bind(String.prototype.replace);
  const from = Function.prototype.call.bind(String.prototype.slice);
  const isFound = Function.prototype.call.bind(RegExp.prototype.test);
  const setEach = Function.prototype.call.bind(Set.prototype.forEach);
  const AsyncFunction = (async () => {}).constructor;
  const global = globalThis;

  // Without a prototype: a program may have put a getter on that of all objects.
  const visible = (object, name, value) =>
    defineProperty(object, name, { __proto__: null, value, enumerable: true, configurable: true, writable: true });
  const hidden = (object, name, value) =>
    defineProperty(object, name, { __proto__: null, value, enumerable: false, configurable: true, writable: true });

  class ToolError extends NativeError {}
  hidden(ToolError.prototype, 'name', 'ToolError');

  // ---- the gateway ----

  // One function of the gateway's takes the name of a request and its arguments, and answers with a
  // text or null. It is not there yet where the prelude comes out of a snapshot.
  let gateway;
  const host = (request, a, b, c) => {
    const answer = gateway(request, a, b, c);
    if (answer === null || answer === undefined) return null;
    if (answer[0] === '\0' && answer[1] === '!') throw new NativeError(from(answer, 2));
    return answer;
  };

  // What waits for the gateway, by a number: calls as their two ends, timers as their work.
  const waiting = new NativeMap();
  let lastWaiting = 0;
  const wait = (entry) => {
    mapSet(waiting, ++lastWaiting, entry);
    return lastWaiting;
  };
  const taken = (id) => {
    const entry = mapGet(waiting, id);
    mapDelete(waiting, id);
    return entry;
  };

  // ---- builtins that loop over a length ----

  // Nothing stops a program inside a builtin, and an array of holes, or an object that has a length
  // and nothing else, keeps one busy for hours: so what a builtin goes through has a bound.
  const MAX_LENGTH = 2 ** 24;

  const proxies = new WeakSet();
  const addProxy = Function.prototype.call.bind(WeakSet.prototype.add);
  const isProxy = Function.prototype.call.bind(WeakSet.prototype.has);
  let hasProxies = false;

  // Most that there are, told at little cost.
  const isBounded = (object) => isArray(object) && object.length <= MAX_LENGTH && !hasProxies;

  // The length of a string, of an array, or in a property of an object's own is what it is. A
  // getter or a proxy may claim another one when the builtin asks, so it is asked once, here.
  const bounded = (object) => {
    const isObject = typeof object === 'object' || typeof object === 'function';
    if (object === null || (!isObject && typeof object !== 'string')) return object;
    const length = +object.length;
    if (length > MAX_LENGTH) {
      throw new NativeRangeError(
        `a length of ${length} is too much for one operation; ${MAX_LENGTH} is the most`,
      );
    }
    if (!isObject) return object;
    if (!isProxy(proxies, object)) {
      const own = getOwnPropertyDescriptor(object, 'length');
      if (own !== undefined && own.get === undefined && typeof own.value === 'number') return object;
    }
    return new NativeProxy(object, {
      __proto__: null,
      get: (target, name) => (name === 'length' ? length : reflectGet(target, name)),
    });
  };

  const through = (builtin, object, args) => {
    const given = bounded(object);
    const result = apply(builtin, given, args);
    return result === given ? object : result;
  };

  const arrayPrototype = Array.prototype;
  const builtins = { __proto__: null };
  const boundedBuiltins = {
    __proto__: builtins,
    indexOf(a, b = undefined) { return isBounded(this) ? super.indexOf(a, b) : through(super.indexOf, this, arguments); },
    includes(a, b = undefined) { return isBounded(this) ? super.includes(a, b) : through(super.includes, this, arguments); },
    join(a) { return isBounded(this) ? super.join(a) : through(super.join, this, arguments); },
    forEach(a, b = undefined) { return isBounded(this) ? super.forEach(a, b) : through(super.forEach, this, arguments); },
    map(a, b = undefined) { return isBounded(this) ? super.map(a, b) : through(super.map, this, arguments); },
    filter(a, b = undefined) { return isBounded(this) ? super.filter(a, b) : through(super.filter, this, arguments); },
    some(a, b = undefined) { return isBounded(this) ? super.some(a, b) : through(super.some, this, arguments); },
    every(a, b = undefined) { return isBounded(this) ? super.every(a, b) : through(super.every, this, arguments); },
    sort(a) { return isBounded(this) ? super.sort(a) : through(super.sort, this, arguments); },
    slice(a, b) { return isBounded(this) ? super.slice(a, b) : through(super.slice, this, arguments); },
    flat(a = undefined) { return isBounded(this) ? super.flat(a) : through(super.flat, this, arguments); },
    flatMap(a, b = undefined) { return isBounded(this) ? super.flatMap(a, b) : through(super.flatMap, this, arguments); },
    toSorted(a) { return isBounded(this) ? super.toSorted(a) : through(super.toSorted, this, arguments); },
    reverse() { return isBounded(this) ? super.reverse() : through(super.reverse, this, arguments); },
    shift() { return isBounded(this) ? super.shift() : through(super.shift, this, arguments); },
    toReversed() { return isBounded(this) ? super.toReversed() : through(super.toReversed, this, arguments); },
    fill(a, b = undefined, c = undefined) { return isBounded(this) ? super.fill(a, b, c) : through(super.fill, this, arguments); },
    copyWithin(a, b, c = undefined) { return isBounded(this) ? super.copyWithin(a, b, c) : through(super.copyWithin, this, arguments); },
    with(a, b) { return isBounded(this) ? super.with(a, b) : through(super.with, this, arguments); },
    lastIndexOf(a, b = undefined) { return isBounded(this) && arguments.length === 1 ? super.lastIndexOf(a) : through(super.lastIndexOf, this, arguments); },
    reduce(a, b = undefined) { return isBounded(this) && arguments.length === 1 ? super.reduce(a) : through(super.reduce, this, arguments); },
    reduceRight(a, b = undefined) { return isBounded(this) && arguments.length === 1 ? super.reduceRight(a) : through(super.reduceRight, this, arguments); },
    splice(a, b) { return through(super.splice, this, arguments); },
    unshift(a) { return through(super.unshift, this, arguments); },
    toSpliced(a, b) { return through(super.toSpliced, this, arguments); },
  };
  for (const name of ownKeys(boundedBuiltins)) {
    builtins[name] = arrayPrototype[name];
    // An assignment leaves them as hidden as they are.
    if (builtins[name] !== undefined) arrayPrototype[name] = boundedBuiltins[name];
  }

  Array.from = {
    from(items) {
      if (typeof items === 'object' && items !== null && items[iterator] === undefined) {
        arguments[0] = bounded(items);
      }
      return apply(arrayFrom, this, arguments);
    },
  }.from;

  if (Array.fromAsync === undefined) {
    hidden(Array, 'fromAsync', {
      async fromAsync(items, map, self) {
        const all = [];
        for await (const item of items[Symbol.asyncIterator] || items[iterator] ? items : arrayFrom(items)) {
          visible(all, all.length, map === undefined ? item : await apply(map, self, [item, all.length]));
        }
        return all;
      },
    }.fromAsync);
  }

  const proxied = (proxy) => {
    hasProxies = true;
    addProxy(proxies, proxy);
    return proxy;
  };
  const KnownProxy = function Proxy(target, handler) {
    if (new.target === undefined) throw new NativeTypeError("Constructor Proxy requires 'new'");
    return proxied(new NativeProxy(target, handler));
  };
  KnownProxy.prototype = undefined;
  hidden(KnownProxy, 'revocable', (target, handler) => {
    const made = revocable(target, handler);
    proxied(made.proxy);
    return made;
  });
  hidden(global, 'Proxy', KnownProxy);

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

  // Promises in what a program returns are waited for: encoding finds them, and has their values then.
  let returns = false;
  const promises = [];
  const values = [];
  const settled = (promise) => {
    if (!returns) return '[Promise: write await]';
    for (let i = 0; i < promises.length; i++) {
      if (promises[i] === promise) return i < values.length ? plain(values[i]) : null;
    }
    visible(promises, promises.length, promise);
    return null;
  };

  // An iterator gives its values once, and is encoded again where promises are.
  const gone = new NativeMap();

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
        if (isInstance(NativeBuffer.prototype, value)) return arrayFrom(new Bytes(value));
        if (isView(value)) {
          return arrayFrom(value.length === undefined ? new Bytes(value.buffer, value.byteOffset, value.byteLength) : value);
        }
        if (isInstance(NativeRegExp.prototype, value)) return text(value);
        if (isInstance(NativePromise.prototype, value)) return settled(value);
        if (isInstance(NativeError.prototype, value)) {
          return { name: value.name, message: value.message };
        }
        // What goes through other values has none of its own.
        if (typeof value.next !== 'function' || typeof value[iterator] !== 'function') return value;
        if (mapGet(gone, value) === undefined) mapSet(gone, value, arrayFrom(value));
        return mapGet(gone, value);
      default:
        return value;
    }
  };

  const isInvalidDate = (value) => isInstance(NativeDate.prototype, value) && !isFinite(timeOf(value));

  // JSON has null for a date that is none: its holder knows.
  const replacer = function (key, value) {
    return value === null && isInvalidDate(this[key]) ? 'Invalid Date' : plain(value);
  };

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

  // ---- 64-bit integers ----

  // A number holds integers up to 2^53 exactly. One beyond that is a bigint in an answer, so that
  // it comes back as it was, and is refused as a number in arguments: it would be another one.
  const MARK = '\u0000integer:';
  const LONG = /[0-9]{16}/;
  const LONG_OR_STRING = /"(?:[^"\\]|\\.)*"|(?<![0-9.])-?[0-9]{16,}(?![0-9.eE])/g;
  const DIGITS = /^\0integer:-?[0-9]+$/;
  const MARKED = /"\\u0000integer:(-?[0-9]+)"/g;

  const parseExact = (json) => {
    if (!isFound(LONG, json)) return parse(json);
    const marked = replaced(json, LONG_OR_STRING, (found) =>
      found[0] === '"' || isSafeInteger(+found) || text(+found) === found ? found : `"\\u0000integer:${found}"`);
    if (marked === json) return parse(json);
    return parse(marked, (key, value) =>
      typeof value === 'string' && isFound(DIGITS, value) ? NativeBigInt(from(value, MARK.length)) : value);
  };

  // A decimal of up to 15 digits is never another one's double: 10000e12 is what was written.
  const LOST = /^-?[0-9]{15}[0-9]*[1-9]0*$/;

  const exact = function (key, value) {
    switch (typeof value) {
      case 'number':
        if (!isFinite(value)) refuse(key, text(value), 'JSON has no such number; write null, or leave it out');
        if (isInteger(value) && !isSafeInteger(value) && isFound(LOST, text(value))) {
          refuse(key, value, 'where a number is not exact; write its digits with an n at the end, 7960607143101464576n, or as a text');
        }
        return value;
      case 'function':
      case 'symbol':
        return refuse(key, `a ${typeof value}`, 'which cannot be written as JSON; write its value');
      case 'object':
        if (value === null) return isInvalidDate(this[key]) ? refuse(key, 'an invalid date', 'write a date that exists') : null;
        if (isInstance(NativePromise.prototype, value)) refuse(key, 'a promise', 'write await before it');
        return plain(value);
      default:
        return value;
    }
  };
  const refuse = (key, what, instead) => {
    throw new NativeRangeError(`"${key}" is ${what}, ${instead}`);
  };

  let marks = false;
  const stringifyExact = (value) => {
    marks = true;
    try {
      return replaced(stringify(value, exact), MARKED, '$1');
    } finally {
      marks = false;
    }
  };
  // Elsewhere, as where a program writes an answer as JSON, the digits are a text.
  hidden(NativeBigInt.prototype, 'toJSON', { toJSON() { return marks ? MARK + this : text(this); } }.toJSON);

  // ---- tools ----

  const kind = (value) => (isArray(value) ? 'an array' : `a ${typeof value}`);

  let planned = false;

  const invoke = (origin, key, args) => {
    // Made here and not when the answer comes, so that it knows the line of the call.
    const error = new ToolError();
    return new NativePromise((resolve, reject) => {
      const fail = (message) => {
        hidden(error, 'message', message);
        const { backend, tool } = parse(host('origin', origin.backend, origin.tool));
        visible(error, 'backend', backend);
        visible(error, 'tool', tool);
        visible(error, 'arguments', args);
        reject(error);
      };
      if (args !== undefined && args !== null && (typeof args !== 'object' || isArray(args))) {
        fail(`takes one object of named arguments, not ${kind(args)}; write {"name": value}`);
        return;
      }
      let json;
      try {
        json = args === undefined || args === null ? '{}' : stringifyExact(args);
      } catch (e) {
        fail(isInstance(NativeRangeError.prototype, e) ? e.message : 'the arguments cannot be written as JSON');
        return;
      }
      if (json === undefined || json[0] !== '{') {
        fail('the arguments are no JSON object');
        return;
      }
      const answered = (form, answer, images) => {
        if (form === 'error') return fail(answer);
        let value;
        try {
          value = planned ? placeholder(`${key}()`) : decode(answer, form, images);
        } catch (e) {
          fail('the answer cannot be read: it is no JSON, or too deep');
          return;
        }
        resolve(value);
      };
      host('call', wait(answered), key, json);
    });
  };

  // form: what the host knows of an answer without having parsed it.
  const decode = (answer, form, images) => {
    if (form === 'text') return answer;
    if (form === 'blocks') {
      const blocks = parseExact(answer);
      return withImages(blocks, blocks);
    }
    if (form === 'json') return images === '' ? parseExact(answer) : withImages(parseExact(answer), parseExact(images));
    try {
      return parseExact(answer);
    } catch (e) {
      return answer;
    }
  };

  // The pictures of an answer, hidden so that it is written without them.
  const withImages = (value, blocks) => {
    const images = [];
    for (let i = 0; i < blocks.length; i++) {
      const block = blocks[i];
      if (block !== null && block.type === 'image') visible(images, images.length, block);
    }
    if (getOwnPropertyDescriptor(value, 'images') === undefined) hidden(value, 'images', images);
    return value;
  };

  const functions = create(null);
  const toolFunctions = new WeakSet();
  const toolFunction = (key, origin) => {
    if (functions[key] === undefined) {
      functions[key] = (args) => invoke(origin, key, args);
      addProxy(toolFunctions, functions[key]);
    }
    return functions[key];
  };

  // An object of the language's own kind whose members are made when they are first asked for, so
  // that a program pays for what it names and not for the catalog.
  const lazily = (find, names) => {
    const target = create(null);
    const load = (name) => {
      if (typeof name !== 'string' || name in target) return;
      const value = find(name);
      if (value !== undefined) visible(target, name, value);
    };
    return new NativeProxy(target, {
      __proto__: null,
      get: (_, name) => {
        load(name);
        return target[name];
      },
      has: (_, name) => {
        load(name);
        return name in target;
      },
      getOwnPropertyDescriptor: (_, name) => {
        load(name);
        return getOwnPropertyDescriptor(target, name);
      },
      ownKeys: () => {
        const all = names();
        for (let i = 0; i < all.length; i++) load(all[i]);
        return ownKeys(target);
      },
    });
  };

  const column = (json, name) => {
    const rows = parse(json);
    const values = [];
    for (let i = 0; i < rows.length; i++) visible(values, i, rows[i][name]);
    return values;
  };

  // What a backend has beside tools, by the methods of the protocol.
  const beside = (backend) => {
    const ask = (method, args) =>
      invoke({ backend, tool: method }, method, { __proto__: null, ...args, backend });
    return {
      __proto__: null,
      $resources: {
        list: async () => (await ask('$resources/list')).resources,
        templates: async () => (await ask('$resources/templates/list')).resourceTemplates,
        read: (uri) => ask('$resources/read', { uri }),
      },
      $prompts: {
        list: async () => (await ask('$prompts/list')).prompts,
        get: (name, args) => ask('$prompts/get', { name, arguments: args }),
      },
    };
  };

  // By identifier, which is a backend's own: its name may be another one's identifier.
  const objects = create(null);
  const backendObject = (identifier) =>
    objects[identifier] ||
    (objects[identifier] = lazily(
      (tool) => {
        if (tool === '$resources' || tool === '$prompts') return beside(identifier)[tool];
        const key = host('tool', identifier, tool);
        return key === null ? undefined : toolFunction(key, { backend: identifier, tool });
      },
      () => column(host('tools', identifier), 'identifier'),
    ));

  const backendBy = (request) => (as) => {
    const identifier = host(request, as);
    return identifier === null ? undefined : backendObject(identifier);
  };

  const allBackends = () => column(host('backends'), 'identifier');

  hidden(global, '__backends', lazily(backendBy('backend'), allBackends));

  const answerOf = (answer) => {
    const { value, error } = parseExact(answer);
    if (error !== undefined) throw new NativeError(error);
    return value;
  };

  const infoOf = (name) => {
    const { value } = parse(host('info', name));
    return value === undefined ? null : value;
  };

  const interfacesOf = (as) => {
    const identifier = host('backend', as);
    if (identifier === null) return undefined;
    return lazily(
      (tool) => {
        const key = host('tool', identifier, tool);
        return key === null ? undefined : infoOf(key);
      },
      () => column(host('tools', identifier), 'original'),
    );
  };

  hidden(global, '__interfaces', lazily(interfacesOf, allBackends));
  hidden(global, '__getToolInterface', (name) => infoOf(text(name)));

  // Behind all globals there are: what the language has under a name stays, and any other name may
  // be a backend's.
  const namesBackends = () => {
    const backends = lazily(backendBy('global'), () => []);
    setPrototypeOf(
      global,
      new NativeProxy(create(plainPrototype), {
        __proto__: null,
        get: (target, name, receiver) =>
          name in target ? reflectGet(target, name, receiver) : backends[name],
        has: (target, name) => name in target || name in backends,
      }),
    );
  };

  // ---- what else of the gateway there is ----

  const count = (value, otherwise) => {
    const number = value === undefined ? otherwise : +value;
    return number >= 1 ? trunc(number < 1e6 ? number : 1e6) : otherwise;
  };

  hidden(global, 'tools', {
    search: async (query, limit) => answerOf(host('search', text(query), count(limit, 10))),
    info: async (name) => answerOf(host('info', text(name))),
    server: async (name) => answerOf(host('info', 'gatemini://backend/' + text(name))),
  });

  hidden(global, 'results', {
    get: async (id) => answerOf(host('result', text(id))),
  });

  hidden(global, 'ToolError', ToolError);

  // The language's own registry of symbols belongs to the engine: what a program puts there stays
  // for good.
  const symbols = new NativeMap();
  const symbolKeys = new NativeMap();
  const registry = {
    for(key) {
      const name = `${key}`;
      let symbol = mapGet(symbols, name);
      if (symbol === undefined) {
        symbol = NativeSymbol(name);
        mapSet(symbols, name, symbol);
        mapSet(symbolKeys, symbol, name);
      }
      return symbol;
    },
    keyFor(symbol) {
      if (typeof symbol !== 'symbol') throw new NativeTypeError('Symbol.keyFor needs a symbol');
      return mapGet(symbolKeys, symbol);
    },
  };
  hidden(NativeSymbol, 'for', registry.for);
  hidden(NativeSymbol, 'keyFor', registry.keyFor);

  // ---- plans ----

  // Stands for an answer that a plan does not have. Whatever is done to it, more of it comes out,
  // and functions that are handed to it are called once, so that what they would call is seen.
  const placeholder = (path) => {
    const shown = `<${path}>`;
    return new NativeProxy(function () {}, {
      __proto__: null,
      get: (_, name) => {
        if (name === 'then') return undefined;
        if (name === 'toJSON' || name === 'toString' || name === toPrimitive) return () => shown;
        if (name === 'length' || name === 'size') return 1;
        if (name === iterator) return () => [placeholder(`${path}[0]`)][iterator]();
        if (typeof name === 'symbol') return undefined;
        return placeholder(/^\d+$/.test(name) ? `${path}[${name}]` : `${path}.${name}`);
      },
      apply: (_, self, args) => {
        for (let i = 0; i < args.length; i++) {
          if (typeof args[i] === 'function') {
            const result = args[i](placeholder(`${path}()[0]`), 0, placeholder(`${path}()`));
            return isMapping(path) ? [result] : placeholder(`${path}()`);
          }
        }
        return placeholder(`${path}()`);
      },
      has: () => true,
      set: () => true,
      deleteProperty: () => true,
      construct: () => placeholder(`${path}()`),
      ownKeys: () => ['prototype'],
    });
  };
  const isMapping = (path) => /\.(map|flatMap)$/.test(path);

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
    host('log', written(values));
  };
  const console = {};
  for (const level of ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table']) {
    visible(console, level, log);
  }
  hidden(global, 'console', console);

  const startTimer = (delay, work) => {
    const id = wait(work);
    host('timer', id, +delay || 0);
    return id;
  };
  hidden(global, 'setTimeout', (fn, delay, ...args) => {
    if (typeof fn !== 'function') throw new TypeError('setTimeout needs a function');
    return startTimer(delay, () => {
      fn(...args);
    });
  });
  hidden(global, 'clearTimeout', (id) => {
    if (typeof id === 'number' && (id | 0) === id ) host('cancelTimer', id);
  });

  const sleep = (millis) => new NativePromise((done) => startTimer(millis, () => done()));
  hidden(global, 'sleep', sleep);

  // So many at a time, results in the order of the list; after a failure nothing further starts.
  const parallel = (list, fn, limit) =>
    new NativePromise((resolve, reject) => {
      if (typeof fn !== 'function') throw new TypeError('parallel(list, fn, limit) needs a function');
      const items = [...list];
      const answers = [];
      const most = count(limit, 8);
      let next = 0;
      let open = 0;
      let over = false;
      const start = () => {
        while (!over && open < most && next < items.length) run(next++);
        if (!over && open === 0) resolve(answers);
      };
      const run = (i) => {
        open++;
        call(fn, items[i], i).then(
          (answer) => {
            visible(answers, i, answer);
            open--;
            start();
          },
          (e) => {
            over = true;
            reject(e);
          },
        );
      };
      start();
    });
  const call = async (fn, item, i) => fn(item, i);
  hidden(global, 'parallel', parallel);

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

  const fail = (e) => {
    let stack = '';
    try {
      if (isInstance(NativeError.prototype, e)) stack = text(e.stack);
    } catch (unreadable) {
      // Then it has no line.
    }
    host('fail', described(e), stack);
  };

  // ---- the languages of the world, on an engine without them ----

  const ownIntl = () => {
    const evaluate = global.eval;
    const request = (what, key, value) => {
      if (value.length > MAX_TEXT) throw new NativeRangeError(`a text of ${value.length} characters is too long for Intl; cut it`);
      return host('intl', what, key, value);
    };
    let services;
    const intl = () => services || (services = evaluate(host('intl', 'source'))(request));
    const member = (owner, name, key) =>
      hidden(owner, name, { [name](...args) { return apply(intl()[key], this, args); } }[name]);
    member(Number.prototype, 'toLocaleString', 'number');
    member(NativeBigInt.prototype, 'toLocaleString', 'number');
    member(NativeDate.prototype, 'toLocaleString', 'date');
    member(NativeDate.prototype, 'toLocaleDateString', 'day');
    member(NativeDate.prototype, 'toLocaleTimeString', 'clock');
    member(arrayPrototype, 'toLocaleString', 'array');
    member(getPrototypeOf(Bytes.prototype), 'toLocaleString', 'array');
    member(text.prototype, 'normalize', 'normalize');
    member(text.prototype, 'localeCompare', 'compare');
    member(text.prototype, 'toLocaleUpperCase', 'upper');
    member(text.prototype, 'toLocaleLowerCase', 'lower');
    // The engine's own writes them as toString does, for every locale.
    const { Temporal: times = {} } = global;
    for (const name of ownKeys(times)) {
      if (typeof times[name] === 'function') member(times[name].prototype, 'toLocaleString', 'temporal');
    }
    for (const [name, key] of [['toUpperCase', 'upper'], ['toLowerCase', 'lower']]) {
      const usual = text.prototype[name];
      const all = { [name]() { return apply(isFound(RARE, this) ? intl()[key] : usual, this, [LANGUAGE]); } };
      hidden(text.prototype, name, all[name]);
    }
    defineProperty(global, 'Intl', {
      __proto__: null,
      configurable: true,
      get: () => intl().Intl,
      set: (value) => hidden(global, 'Intl', value),
    });
    // Property escapes in a program's text are replaced before it is compiled.
    const expanded = (args) => {
      if (typeof args[0] === 'string' && isFound(PROPERTY, args[0]) && isFound(UNICODE, `${args[1]}`)) {
        try {
          args[0] = request('properties', text(args[1]), args[0]);
        } catch (e) {
          throw new SyntaxError(e.message);
        }
      }
      return args;
    };
    hidden(global, 'RegExp', new NativeProxy(NativeRegExp, {
      __proto__: null,
      apply: (target, self, args) => target(...expanded(args)),
      construct: (target, args, made) => construct(target, expanded(args), made),
    }));
  };
  // Normal forms may have 18 times as many characters.
  const MAX_TEXT = 2 ** 20;
  const LANGUAGE = 'en';
  // Letters whose case such an engine does not know.
  const RARE = /[\u019b\u0264-\u029d\u03a3\u10a0-\u10ff\u13a0-\u13fd\u1c80-\u1cbf\u1d8e\u2c2f\u2c5f\ua794-\ua7f6\uab53-\uabbf\ud801-\ud83a]/;
  const PROPERTY = /\\[pP]\{/;
  const UNICODE = /[uv]/;
  if (global.Intl === undefined) ownIntl();

  // What some engines have and a program is not to reach.
  const unreachable = ['WebAssembly', 'SharedArrayBuffer', 'Atomics'];

  const mains = [];
  const compile = (body) => {
    visible(mains, mains.length, new AsyncFunction(body));
    return mains.length - 1;
  };

  // A function that a program wrote and gives back is what it is meant to do.
  const NOT_MEANT = /^class\b|\[native code\]/;
  const source = Function.prototype.call.bind(Function.prototype.toString);
  const isMeant = (value) =>
    typeof value === 'function' && !isProxy(toolFunctions, value) && !isFound(NOT_MEANT, source(value));

  const run = async (number, isModule, isPlan) => {
    const main = mains[number];
    planned = isPlan;
    let json;
    try {
      let value = await main();
      if ((isModule && typeof value === 'function') || isMeant(value)) value = await value(global.params);
      returns = true;
      json = value === undefined ? '' : encode(value);
      while (values.length < promises.length) {
        for (let i = values.length; i < promises.length; i++) visible(values, i, await promises[i]);
        json = encode(value);
      }
    } catch (e) {
      fail(e);
      return;
    }
    host('finish', json);
  };

  const settle = (id, form, answer, images) => taken(id)(form, answer, images);

  return {
    // Does once what most programs do, so that a snapshot has its code compiled; nothing of it stays.
    warm: async () => {
      const beyond = getPrototypeOf(global);
      gateway = (request) => (request === 'global' || request === 'tool' ? 'warm' : null);
      namesBackends();
      const answer = global.warm.warm({ warm: 1 });
      settle(lastWaiting, 'either', '{"warm": 1}', '');
      log(await answer);
      await run(compile('return [{warm: 1}]'), false, false);
      gateway = undefined;
      delete objects.warm;
      delete functions.warm;
      mains.length = 0;
      returns = false;
      setPrototypeOf(global, beyond);
    },
    // Not before, as a snapshot keeps neither: the globals of an engine are made anew from it.
    bind: (native) => {
      gateway = native;
      host('begin');
      for (let i = 0; i < unreachable.length; i++) delete global[unreachable[i]];
      // Else a program would see the functions of the prelude below its own.
      defineProperty(NativeError, 'prepareStackTrace', { __proto__: null, value: undefined });
      namesBackends();
    },
    compile,
    install: (globals) =>
      globals(
        (length) => from(host('random', length), 1),
        (algorithm, bytes) => from(host('digest', algorithm, bytes), 1),
      ),
    settle,
    fire: (id) => {
      try {
        taken(id)();
      } catch (e) {
        fail(e);
      }
    },
    params: (json) => hidden(global, 'params', parseExact(json)),
    run,
  };
})
