// TextEncoder, TextDecoder (UTF-8), atob and btoa, as the WHATWG standards Encoding and HTML have them; random values and
// digests, as the Web Cryptography API has them, whose bytes come from the host, as texts of one character each.
(function (random, digest) {
  'use strict';
  const global = globalThis;
  const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf } = Object;
  const uncurried = (method) => Function.prototype.call.bind(method);
  const charCodeAt = uncurried(String.prototype.charCodeAt);
  const toLowerCase = uncurried(String.prototype.toLowerCase);
  const toUpperCase = uncurried(String.prototype.toUpperCase);
  const replace = uncurried(RegExp.prototype[Symbol.replace]);
  const slice = uncurried(String.prototype.slice);
  const apply = uncurried(Function.prototype.apply);
  const { fromCharCode } = String;
  const text = String;
  const { isView } = ArrayBuffer;
  const Bytes = Uint8Array;
  const Units = Uint16Array;
  const NativeTypeError = TypeError;
  const NativeRangeError = RangeError;
  const NativePromise = Promise;
  const typedArray = getPrototypeOf(Uint8Array.prototype);
  const getter = (prototype, name) => uncurried(getOwnPropertyDescriptor(prototype, name).get);
  const arrayTag = getter(typedArray, Symbol.toStringTag);
  const lengthOf = getter(typedArray, 'length');
  const subarray = uncurried(typedArray.subarray);
  const set = uncurried(typedArray.set);
  const bytesOfView = (prototype) => {
    const [buffer, offset, length] = ['buffer', 'byteOffset', 'byteLength'].map((name) => getter(prototype, name));
    return (view) => new Bytes(buffer(view), offset(view), length(view));
  };
  const bytesOfArray = bytesOfView(typedArray);
  const bytesOfData = bytesOfView(DataView.prototype);
  const bufferLength = getter(ArrayBuffer.prototype, 'byteLength');

  const hidden = (object, name, value) =>
    defineProperty(object, name, { __proto__: null, value, enumerable: false, configurable: true, writable: true });

  // fromCharCode takes its units as arguments, of which there may not be too many at a time.
  const CHUNK = 8192;
  const textOf = (units, length) => {
    let result = '';
    for (let at = 0; at < length; at += CHUNK) {
      result += apply(fromCharCode, null, subarray(units, at, at + CHUNK < length ? at + CHUNK : length));
    }
    return result;
  };

  const bytesOf = (input, complaint) => {
    if (isView(input)) return arrayTag(input) === undefined ? bytesOfData(input) : bytesOfArray(input);
    try {
      bufferLength(input);
    } catch (e) {
      throw new NativeTypeError(complaint);
    }
    return new Bytes(input);
  };

  // Writes whole characters as long as they fit; calls back with units read and bytes written.
  const encodeTo = (string, bytes, room) => {
    let written = 0;
    let i = 0;
    for (; i < string.length; i++) {
      let code = charCodeAt(string, i);
      let units = 1;
      if (code >= 0xd800 && code < 0xe000) {
        const low = code < 0xdc00 && i + 1 < string.length ? charCodeAt(string, i + 1) : 0;
        if (low >= 0xdc00 && low < 0xe000) {
          code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
          units = 2;
        } else {
          code = 0xfffd;
        }
      }
      const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
      if (written + size > room) break;
      if (size === 1) {
        bytes[written++] = code;
      } else {
        if (size === 2) bytes[written++] = 0xc0 | (code >> 6);
        else {
          if (size === 3) bytes[written++] = 0xe0 | (code >> 12);
          else {
            bytes[written++] = 0xf0 | (code >> 18);
            bytes[written++] = 0x80 | ((code >> 12) & 0x3f);
          }
          bytes[written++] = 0x80 | ((code >> 6) & 0x3f);
        }
        bytes[written++] = 0x80 | (code & 0x3f);
      }
      i += units - 1;
    }
    return { read: i, written };
  };

  class TextEncoder {
    get encoding() {
      return 'utf-8';
    }

    encode(input = '') {
      const string = text(input);
      const bytes = new Bytes(string.length * 3);
      const { written } = encodeTo(string, bytes, string.length * 3);
      const exact = new Bytes(written);
      set(exact, subarray(bytes, 0, written));
      return exact;
    }

    encodeInto(source, destination) {
      if (!isView(destination) || arrayTag(destination) !== 'Uint8Array') {
        throw new NativeTypeError('TextEncoder.encodeInto needs a Uint8Array to write to');
      }
      return encodeTo(text(source), destination, lengthOf(destination));
    }
  }

  const UTF8_LABELS = { __proto__: null };
  for (const label of ['unicode-1-1-utf-8', 'unicode11utf8', 'unicode20utf8', 'utf-8', 'utf8', 'x-unicode20utf8']) {
    UTF8_LABELS[label] = true;
  }

  class TextDecoder {
    #fatal;
    #ignoreBom;
    // The state of the standard's decoder, kept between calls that say stream.
    #needed = 0;
    #code = 0;
    #lower;
    #upper;
    #started = false;

    constructor(label = 'utf-8', options = undefined) {
      const name = replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, toLowerCase(text(label)), '');
      if (UTF8_LABELS[name] !== true) {
        throw new NativeRangeError(`TextDecoder knows utf-8 only, not "${text(label)}"`);
      }
      this.#fatal = Boolean(options?.fatal);
      this.#ignoreBom = Boolean(options?.ignoreBOM);
    }

    get encoding() {
      return 'utf-8';
    }

    get fatal() {
      return this.#fatal;
    }

    get ignoreBOM() {
      return this.#ignoreBom;
    }

    #malformed() {
      this.#needed = 0;
      if (this.#fatal) {
        this.#started = false;
        throw new NativeTypeError('the bytes are not UTF-8');
      }
      return 0xfffd;
    }

    decode(input = undefined, options = undefined) {
      const stream = Boolean(options?.stream);
      const bytes =
        input === undefined
          ? new Bytes(0)
          : bytesOf(input, 'TextDecoder.decode needs an ArrayBuffer or a view of one');
      const length = lengthOf(bytes);
      // Each byte makes one unit at most, but for those of earlier calls and a cut character.
      const units = new Units(length + 4);
      let count = 0;
      for (let i = 0; i < length; i++) {
        const byte = bytes[i];
        let code;
        if (this.#needed === 0) {
          const more = byte < 0xc2 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : byte < 0xf5 ? 3 : 0;
          if (more > 0) {
            this.#lower = byte === 0xe0 ? 0xa0 : byte === 0xf0 ? 0x90 : 0x80;
            this.#upper = byte === 0xed ? 0x9f : byte === 0xf4 ? 0x8f : 0xbf;
            this.#needed = more;
            this.#code = byte & (0x3f >> more);
            continue;
          }
          code = byte < 0x80 ? byte : this.#malformed();
        } else if (byte < this.#lower || byte > this.#upper) {
          code = this.#malformed();
          i--;
        } else {
          this.#lower = 0x80;
          this.#upper = 0xbf;
          this.#code = (this.#code << 6) | (byte & 0x3f);
          if (--this.#needed > 0) continue;
          code = this.#code;
        }
        if (!this.#started) {
          this.#started = true;
          if (code === 0xfeff && !this.#ignoreBom) continue;
        }
        if (code >= 0x10000) {
          units[count++] = 0xd800 + ((code - 0x10000) >> 10);
          code = 0xdc00 + ((code - 0x10000) & 0x3ff);
        }
        units[count++] = code;
      }
      if (!stream) {
        if (this.#needed !== 0) units[count++] = this.#malformed();
        this.#started = false;
      }
      return textOf(units, count);
    }
  }

  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const DIGITS = { __proto__: null };
  for (let i = 0; i < 64; i++) DIGITS[ALPHABET[i]] = i;

  const { DOMException } = global;

  const invalidCharacter = (message) => new DOMException(message, 'InvalidCharacterError');

  const needsArgument = (name, count) => {
    if (count === 0) throw new NativeTypeError(`${name} needs a string`);
  };

  const btoa = function btoa(data) {
    needsArgument('btoa', arguments.length);
    const string = text(data);
    let result = '';
    for (let i = 0; i < string.length; i += 3) {
      const a = charCodeAt(string, i);
      const b = i + 1 < string.length ? charCodeAt(string, i + 1) : 0;
      const c = i + 2 < string.length ? charCodeAt(string, i + 2) : 0;
      if (a > 255 || b > 255 || c > 255) {
        throw invalidCharacter('btoa takes characters up to U+00FF; encode the text first, with TextEncoder');
      }
      const bits = (a << 16) | (b << 8) | c;
      result += ALPHABET[bits >> 18] + ALPHABET[(bits >> 12) & 63];
      result += i + 1 < string.length ? ALPHABET[(bits >> 6) & 63] : '=';
      result += i + 2 < string.length ? ALPHABET[bits & 63] : '=';
    }
    return result;
  };

  const atob = function atob(data) {
    needsArgument('atob', arguments.length);
    let string = replace(/[\t\n\f\r ]+/g, text(data), '');
    if (string.length % 4 === 0 && string.length > 0) {
      if (string[string.length - 1] === '=') string = slice(string, 0, -1);
      if (string.length > 0 && string.length % 4 === 3 && string[string.length - 1] === '=') {
        string = slice(string, 0, -1);
      }
    }
    if (string.length % 4 === 1) throw invalidCharacter('the text is not Base64: its length is wrong');
    const bytes = new Units((string.length * 3) >> 2);
    let count = 0;
    let bits = 0;
    let held = 0;
    for (let i = 0; i < string.length; i++) {
      const digit = DIGITS[string[i]];
      if (digit === undefined) throw invalidCharacter(`the text is not Base64: position ${i}`);
      bits = ((bits << 6) | digit) & 0xffffff;
      held += 6;
      if (held >= 8) {
        held -= 8;
        bytes[count++] = (bits >> held) & 255;
      }
    }
    return textOf(bytes, count);
  };

  const MAX_RANDOM = 65536;
  const INTEGERS = { __proto__: null };
  for (const kind of [
    'Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array',
    'BigInt64Array', 'BigUint64Array',
  ]) {
    INTEGERS[kind] = true;
  }

  const fill = (bytes, latin) => {
    for (let i = 0; i < latin.length; i++) bytes[i] = charCodeAt(latin, i);
    return bytes;
  };

  const ALGORITHMS = { __proto__: null, 'SHA-1': true, 'SHA-256': true, 'SHA-384': true, 'SHA-512': true };

  const subtle = {
    digest(algorithm, data) {
      return new NativePromise((resolve) => {
        const name = toUpperCase(text(typeof algorithm === 'object' ? algorithm?.name : algorithm));
        if (ALGORITHMS[name] !== true) {
          throw new DOMException(`there is SHA-1, SHA-256, SHA-384 and SHA-512, not ${name}`, 'NotSupportedError');
        }
        const bytes = bytesOf(data, 'an ArrayBuffer or a view of one is needed; TextEncoder makes one of a text');
        const made = digest(name, textOf(bytes, lengthOf(bytes)));
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
      const length = lengthOf(bytes);
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
  // A backend of this name comes first.
  if (!('crypto' in global)) hidden(global, 'crypto', crypto);

  for (const made of [TextEncoder, TextDecoder, btoa, atob]) hidden(global, made.name, made);
})
