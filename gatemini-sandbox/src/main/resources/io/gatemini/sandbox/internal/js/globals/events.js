// DOMException, Event, EventTarget, AbortController and AbortSignal, as the WHATWG standards Web IDL and DOM
// have them for what there is here: no trees of targets, so no phases but that at the target.
(function () {
  'use strict';
  const global = globalThis;
  const { defineProperty, freeze } = Object;
  const { setTimeout } = global;
  const NativeError = Error;
  const NativeTypeError = TypeError;
  const NativeSet = Set;
  const { isArray, from } = Array;
  const call = Function.prototype.call.bind(Function.prototype.call);
  const setAdd = Function.prototype.call.bind(Set.prototype.add);
  const setEach = Function.prototype.call.bind(Set.prototype.forEach);
  const text = String;
  const hidden = (object, name, value) =>
    defineProperty(object, name, { __proto__: null, value, enumerable: false, configurable: true, writable: true });

  const CODES = [
    'IndexSizeError', , 'HierarchyRequestError', 'WrongDocumentError', 'InvalidCharacterError', ,
    'NoModificationAllowedError', 'NotFoundError', 'NotSupportedError', 'InUseAttributeError', 'InvalidStateError',
    'SyntaxError', 'InvalidModificationError', 'NamespaceError', 'InvalidAccessError', , 'TypeMismatchError',
    'SecurityError', 'NetworkError', 'AbortError', 'URLMismatchError', 'QuotaExceededError', 'TimeoutError',
    'InvalidNodeTypeError', 'DataCloneError',
  ];
  const CODE_OF = { __proto__: null };

  class DOMException extends NativeError {
    constructor(message = '', options = 'Error') {
      const isObject = typeof options === 'object' && options !== null;
      super(text(message), isObject && 'cause' in options ? { cause: options.cause } : undefined);
      const name = isObject ? options.name : options;
      hidden(this, 'name', name === undefined ? 'Error' : text(name));
      hidden(this, 'code', CODE_OF[this.name] ?? 0);
    }

    get [Symbol.toStringTag]() {
      return 'DOMException';
    }
  }
  for (let i = 0; i < CODES.length; i++) {
    if (CODES[i] !== undefined) {
      CODE_OF[CODES[i]] = i + 1;
      const constant = CODES[i].replace(/Error$/, '').replace(/(?<=[a-z])(?=[A-Z])|(?<=URL)(?=M)/g, '_').toUpperCase();
      const value = { __proto__: null, value: i + 1, enumerable: true };
      defineProperty(DOMException, `${constant}_ERR`, value);
      defineProperty(DOMException.prototype, `${constant}_ERR`, value);
    }
  }

  let dispatch;

  class Event {
    #type;
    #cancelable;
    #prevented = false;
    #stopped = false;
    #target = null;

    constructor(type, options = undefined) {
      if (arguments.length === 0) throw new NativeTypeError('Event needs a type');
      this.#type = text(type);
      this.#cancelable = Boolean(options?.cancelable);
    }

    static {
      // The state of an event is set by its target alone.
      dispatch = (event, target, listeners) => {
        event.#target = target;
        event.#stopped = false;
        for (const listener of listeners) {
          if (event.#stopped) break;
          listener(event);
        }
        return !event.#prevented;
      };
    }

    get type() {
      return this.#type;
    }

    get target() {
      return this.#target;
    }

    get currentTarget() {
      return this.#target;
    }

    get cancelable() {
      return this.#cancelable;
    }

    get defaultPrevented() {
      return this.#prevented;
    }

    preventDefault() {
      if (this.#cancelable) this.#prevented = true;
    }

    stopPropagation() {}

    stopImmediatePropagation() {
      this.#stopped = true;
    }
  }

  // What a listener throws is nobody's but the program's, and does not keep the others from hearing.
  const guarded = (listener, target, event) => {
    try {
      if (typeof listener === 'function') call(listener, target, event);
      else listener.handleEvent(event);
    } catch (e) {
      setTimeout(() => {
        throw e;
      }, 0);
    }
  };

  class EventTarget {
    #listeners = [];

    addEventListener(type, listener, options = undefined) {
      if (listener === null || listener === undefined) return;
      if (typeof listener !== 'function' && typeof listener !== 'object') {
        throw new NativeTypeError('addEventListener needs a function');
      }
      const name = text(type);
      if (this.#listeners.some((one) => one.name === name && one.listener === listener)) return;
      const signal = typeof options === 'object' ? options?.signal : undefined;
      if (signal?.aborted) return;
      const once = typeof options === 'object' && Boolean(options?.once);
      this.#listeners = [...this.#listeners, { name, listener, once }];
      signal?.addEventListener('abort', () => this.removeEventListener(name, listener), { once: true });
    }

    removeEventListener(type, listener) {
      const name = text(type);
      this.#listeners = this.#listeners.filter((one) => one.name !== name || one.listener !== listener);
    }

    dispatchEvent(event) {
      const heard = this.#listeners.filter((one) => one.name === event.type);
      return dispatch(
        event,
        this,
        heard.map((one) => (told) => {
          if (!this.#listeners.includes(one)) return;
          if (one.once) this.removeEventListener(one.name, one.listener);
          guarded(one.listener, this, told);
        }),
      );
    }
  }

  const KEY = {};
  let abort;

  class AbortSignal extends EventTarget {
    #aborted = false;
    #reason = undefined;
    #handler = null;
    #dependents = new NativeSet();

    constructor(key) {
      if (key !== KEY) throw new NativeTypeError('AbortSignal is made by AbortController');
      super();
    }

    static {
      abort = (signal, reason) => {
        if (signal.#aborted) return;
        signal.#aborted = true;
        signal.#reason =
          reason === undefined ? new DOMException('This operation was aborted', 'AbortError') : reason;
        const event = new Event('abort');
        const handler = signal.#handler;
        if (handler !== null) dispatch(event, signal, [(told) => guarded(handler, signal, told)]);
        signal.dispatchEvent(event);
        setEach(signal.#dependents, (dependent) => abort(dependent, signal.#reason));
      };
    }

    static abort(reason = undefined) {
      const signal = new AbortSignal(KEY);
      abort(signal, reason);
      return signal;
    }

    static timeout(millis) {
      const signal = new AbortSignal(KEY);
      setTimeout(
        () => abort(signal, new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
        millis,
      );
      return signal;
    }

    static any(signals) {
      const signal = new AbortSignal(KEY);
      for (const one of isArray(signals) ? signals : from(signals)) {
        if (one.#aborted) {
          abort(signal, one.#reason);
          break;
        }
        setAdd(one.#dependents, signal);
      }
      return signal;
    }

    get aborted() {
      return this.#aborted;
    }

    get reason() {
      return this.#reason;
    }

    get onabort() {
      return this.#handler;
    }

    set onabort(handler) {
      this.#handler = typeof handler === 'function' ? handler : null;
    }

    throwIfAborted() {
      if (this.#aborted) throw this.#reason;
    }
  }

  class AbortController {
    #signal = new AbortSignal(KEY);

    get signal() {
      return this.#signal;
    }

    abort(reason = undefined) {
      abort(this.#signal, reason);
    }
  }

  freeze(KEY);
  for (const made of [DOMException, Event, EventTarget, AbortSignal, AbortController]) hidden(global, made.name, made);
})
