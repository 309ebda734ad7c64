// crypto: random values and digests, as the Web Cryptography API has them. The bytes come from the host, as texts of
// one character each.
(function (random, digest) {
  'use strict';
  const global = globalThis;
  const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf } = Object;
  const uncurried = (method) => Function.prototype.call.bind(method);
  const getter = (prototype, name) => uncurried(getOwnPropertyDescriptor(prototype, name).get);
  const charCodeAt = uncurried(String.prototype.charCodeAt);
  const toUpperCase = uncurried(String.prototype.toUpperCase);
  const { fromCharCode } = String;
  const apply = uncurried(Function.prototype.apply);
  const text = String;
  const { isView } = ArrayBuffer;
  const Bytes = Uint8Array;
  const NativePromise = Promise;
  const NativeTypeError = TypeError;
  const { DOMException } = global;
  const typedArray = getPrototypeOf(Uint8Array.prototype);
  const arrayTag = getter(typedArray, Symbol.toStringTag);
  const subarray = uncurried(typedArray.subarray);
  const slice = uncurried(String.prototype.slice);
  const parts = (prototype) => ({
    buffer: getter(prototype, 'buffer'),
    offset: getter(prototype, 'byteOffset'),
    length: getter(prototype, 'byteLength'),
  });
  const arrayParts = parts(typedArray);
  const dataParts = parts(DataView.prototype);
  const bufferLength = getter(ArrayBuffer.prototype, 'byteLength');
  const hidden = (object, name, value) =>
    defineProperty(object, name, { __proto__: null, value, enumerable: false, configurable: true, writable: true });

  const MAX_RANDOM = 65536;
  const CHUNK = 8192;
  const INTEGERS = { __proto__: null };
  for (const kind of [
    'Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array',
    'BigInt64Array', 'BigUint64Array',
  ]) {
    INTEGERS[kind] = true;
  }

  const bytesOf = (input) => {
    if (isView(input)) {
      const { buffer, offset, length } = arrayTag(input) === undefined ? dataParts : arrayParts;
      return new Bytes(buffer(input), offset(input), length(input));
    }
    try {
      bufferLength(input);
    } catch (e) {
      throw new NativeTypeError('an ArrayBuffer or a view of one is needed; TextEncoder makes one of a text');
    }
    return new Bytes(input);
  };

  const fill = (bytes, latin) => {
    for (let i = 0; i < latin.length; i++) bytes[i] = charCodeAt(latin, i);
    return bytes;
  };

  const latinOf = (bytes, length) => {
    let latin = '';
    for (let at = 0; at < length; at += CHUNK) {
      latin += apply(fromCharCode, null, subarray(bytes, at, at + CHUNK < length ? at + CHUNK : length));
    }
    return latin;
  };

  const ALGORITHMS = { __proto__: null, 'SHA-1': true, 'SHA-256': true, 'SHA-384': true, 'SHA-512': true };

  const subtle = {
    digest(algorithm, data) {
      return new NativePromise((resolve) => {
        const name = toUpperCase(text(typeof algorithm === 'object' ? algorithm?.name : algorithm));
        if (ALGORITHMS[name] !== true) {
          throw new DOMException(`there is SHA-1, SHA-256, SHA-384 and SHA-512, not ${name}`, 'NotSupportedError');
        }
        const bytes = bytesOf(data);
        const made = digest(name, latinOf(bytes, arrayParts.length(bytes)));
        resolve(fill(new Bytes(made.length), made).buffer);
      });
    },
  };

  const hex = (bytes, from, to) => {
    let result = '';
    for (let i = from; i < to; i++) result += (bytes[i] < 16 ? '0' : '') + bytes[i].toString(16);
    return result;
  };

  const crypto = {
    getRandomValues(array) {
      if (!isView(array) || INTEGERS[arrayTag(array)] !== true) {
        throw new DOMException('getRandomValues needs a typed array of integers', 'TypeMismatchError');
      }
      const bytes = bytesOf(array);
      const length = arrayParts.length(bytes);
      if (length > MAX_RANDOM) {
        throw new DOMException(`getRandomValues fills ${MAX_RANDOM} bytes at most, not ${length}`, 'QuotaExceededError');
      }
      fill(bytes, random(length));
      return array;
    },

    randomUUID() {
      const bytes = fill(new Bytes(16), random(16));
      bytes[6] = (bytes[6] & 0x0f) | 0x40;
      bytes[8] = (bytes[8] & 0x3f) | 0x80;
      const all = hex(bytes, 0, 16);
      return `${slice(all, 0, 8)}-${slice(all, 8, 12)}-${slice(all, 12, 16)}-${slice(all, 16, 20)}-${slice(all, 20)}`;
    },
  };
  hidden(crypto, 'subtle', subtle);
  hidden(global, 'crypto', crypto);
})
