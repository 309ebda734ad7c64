// structuredClone, as the HTML standard has it for what there is here: no transfers, no platform objects.
(function () {
  'use strict';
  const global = globalThis;
  const uncurried = (method) => Function.prototype.call.bind(method);
  const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, keys } = Object;
  const { isArray } = Array;
  const { isView } = ArrayBuffer;
  const NativeError = Error;
  const NativeTypeError = TypeError;
  const NativeMap = Map;
  const NativeSet = Set;
  const NativeDate = Date;
  const NativeRegExp = RegExp;
  const NativeArray = Array;
  const NativeDataView = DataView;
  const NativeObject = Object;
  const text = String;
  const getter = (prototype, name) => uncurried(getOwnPropertyDescriptor(prototype, name).get);
  const typedArray = getPrototypeOf(Uint8Array.prototype);
  const arrayTag = getter(typedArray, Symbol.toStringTag);
  const parts = (prototype, length) => ({
    buffer: getter(prototype, 'buffer'),
    offset: getter(prototype, 'byteOffset'),
    length: getter(prototype, length),
  });
  const arrayParts = parts(typedArray, 'length');
  const dataParts = parts(DataView.prototype, 'byteLength');
  const bufferLength = getter(ArrayBuffer.prototype, 'byteLength');
  const bufferSlice = uncurried(ArrayBuffer.prototype.slice);
  const time = uncurried(Date.prototype.getTime);
  const source = getter(RegExp.prototype, 'source');
  const flags = getter(RegExp.prototype, 'flags');
  const hasSource = (value) => source(value) !== undefined;
  const mapSize = getter(Map.prototype, 'size');
  const setSize = getter(Set.prototype, 'size');
  const mapEach = uncurried(Map.prototype.forEach);
  const setEach = uncurried(Set.prototype.forEach);
  const mapGet = uncurried(Map.prototype.get);
  const mapSet = uncurried(Map.prototype.set);
  const mapHas = uncurried(Map.prototype.has);
  const setAdd = uncurried(Set.prototype.add);
  const toStringOf = uncurried(Object.prototype.toString);
  const isInstance = uncurried(Object.prototype.isPrototypeOf);
  const hasWeak = uncurried(WeakMap.prototype.has);
  const hasWeakSet = uncurried(WeakSet.prototype.has);
  const derefOf = uncurried(WeakRef.prototype.deref);
  const valueOfs = [Number, String, Boolean, BigInt].map((kind) => uncurried(kind.prototype.valueOf));
  const symbolValue = uncurried(Symbol.prototype.valueOf);

  const arrays = { __proto__: null };
  for (const kind of [
    Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array,
    Float32Array, Float64Array, BigInt64Array, BigUint64Array,
  ]) {
    arrays[kind.name] = kind;
  }
  const errors = { __proto__: null };
  for (const kind of [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError]) {
    errors[kind.name] = kind;
  }

  const hidden = (object, name, value) =>
    defineProperty(object, name, { value, enumerable: false, configurable: true, writable: true });
  const visible = (object, name, value) =>
    defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });

  // There only in a program that names it.
  const { DOMException } = global;

  const refused = (what) => {
    if (DOMException !== undefined) return new DOMException(`${what} cannot be cloned`, 'DataCloneError');
    const error = new NativeError(`${what} cannot be cloned`);
    hidden(error, 'name', 'DataCloneError');
    hidden(error, 'code', 25);
    return error;
  };

  // Whether an object has the inner state that the method needs; a prototype proves nothing.
  const is = (method, value) => {
    try {
      method(value);
      return true;
    } catch (e) {
      return false;
    }
  };

  const cloneError = (value, seen) => {
    const name = value.name;
    const isOfDom = DOMException !== undefined && isInstance(DOMException.prototype, value);
    const clone = isOfDom ? new DOMException('', name) : new (errors[name] || NativeError)();
    mapSet(seen, value, clone);
    delete clone.message;
    const message = getOwnPropertyDescriptor(value, 'message');
    if (message !== undefined && 'value' in message) hidden(clone, 'message', text(message.value));
    const stack = value.stack;
    if (typeof stack === 'string') hidden(clone, 'stack', stack);
    const cause = getOwnPropertyDescriptor(value, 'cause');
    if (cause !== undefined && 'value' in cause) hidden(clone, 'cause', cloned(cause.value, seen));
    return clone;
  };

  const cloneView = (value, seen) => {
    const tag = arrayTag(value);
    const { buffer, offset, length } = tag === undefined ? dataParts : arrayParts;
    const kind = tag === undefined ? NativeDataView : arrays[tag];
    if (kind === undefined) throw refused(`a ${tag}`);
    const clone = new kind(cloned(buffer(value), seen), offset(value), length(value));
    mapSet(seen, value, clone);
    return clone;
  };

  const cloneObject = (value, seen) => {
    if (is(bufferLength, value)) {
      const clone = bufferSlice(value, 0);
      mapSet(seen, value, clone);
      return clone;
    }
    if (isView(value)) return cloneView(value, seen);
    if (is(time, value)) {
      const clone = new NativeDate(time(value));
      mapSet(seen, value, clone);
      return clone;
    }
    for (let i = 0; i < valueOfs.length; i++) {
      if (is(valueOfs[i], value)) {
        const clone = NativeObject(valueOfs[i](value));
        mapSet(seen, value, clone);
        return clone;
      }
    }
    if (is(hasSource, value) && toStringOf(value) === '[object RegExp]') {
      const clone = new NativeRegExp(source(value), flags(value));
      mapSet(seen, value, clone);
      return clone;
    }
    if (is(mapSize, value)) {
      const clone = new NativeMap();
      mapSet(seen, value, clone);
      const entries = [];
      mapEach(value, (v, k) => {
        visible(entries, entries.length, k);
        visible(entries, entries.length, v);
      });
      for (let i = 0; i < entries.length; i += 2) {
        mapSet(clone, cloned(entries[i], seen), cloned(entries[i + 1], seen));
      }
      return clone;
    }
    if (is(setSize, value)) {
      const clone = new NativeSet();
      mapSet(seen, value, clone);
      const entries = [];
      setEach(value, (v) => visible(entries, entries.length, v));
      for (let i = 0; i < entries.length; i++) setAdd(clone, cloned(entries[i], seen));
      return clone;
    }
    if (isInstance(NativeError.prototype, value)) return cloneError(value, seen);
    if (is(symbolValue, value)) throw refused('a symbol');
    if (is((v) => hasWeak(v, v), value)) throw refused('a WeakMap');
    if (is((v) => hasWeakSet(v, v), value)) throw refused('a WeakSet');
    if (is(derefOf, value)) throw refused('a WeakRef');
    if (toStringOf(value) === '[object Promise]') throw refused('a promise');
    const clone = isArray(value) ? new NativeArray(value.length) : {};
    mapSet(seen, value, clone);
    const names = keys(value);
    for (let i = 0; i < names.length; i++) visible(clone, names[i], cloned(value[names[i]], seen));
    return clone;
  };

  const cloned = (value, seen) => {
    if (typeof value === 'symbol') throw refused('a symbol');
    if (typeof value === 'function') throw refused(`the function ${text(value.name)}`);
    if (typeof value !== 'object' || value === null) return value;
    return mapHas(seen, value) ? mapGet(seen, value) : cloneObject(value, seen);
  };

  hidden(global, 'structuredClone', function structuredClone(value, options) {
    if (arguments.length === 0) throw new NativeTypeError('structuredClone needs a value');
    const transfer = options?.transfer;
    if (transfer !== undefined && transfer.length > 0) throw refused('what is to be transferred');
    return cloned(value, new NativeMap());
  });
})
