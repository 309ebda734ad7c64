// TextEncoder, TextDecoder (UTF-8), atob and btoa, as the WHATWG standards Encoding and HTML have them.
(function () {
  'use strict';
  const global = globalThis;
  const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf } = Object;
  const uncurried = (method) => Function.prototype.call.bind(method);
  const charCodeAt = uncurried(String.prototype.charCodeAt);
  const toLowerCase = uncurried(String.prototype.toLowerCase);
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
  const NativeError = Error;
  const typedArray = getPrototypeOf(Uint8Array.prototype);
  const getter = (prototype, name) => uncurried(getOwnPropertyDescriptor(prototype, name).get);
  const arrayTag = getter(typedArray, Symbol.toStringTag);
  const lengthOf = getter(typedArray, 'length');
  const subarray = uncurried(typedArray.subarray);
  const set = uncurried(typedArray.set);
  const views = { __proto__: null };
  const parts = (prototype) => ({
    buffer: getter(prototype, 'buffer'),
    offset: getter(prototype, 'byteOffset'),
    length: getter(prototype, 'byteLength'),
  });
  views.array = parts(typedArray);
  views.data = parts(DataView.prototype);
  const bufferLength = getter(ArrayBuffer.prototype, 'byteLength');

  const hidden = (object, name, value) =>
    defineProperty(object, name, { value, enumerable: false, configurable: true, writable: true });

  // fromCharCode takes its units as arguments, of which there may not be too many at a time.
  const CHUNK = 8192;
  const textOf = (units, length) => {
    let result = '';
    for (let at = 0; at < length; at += CHUNK) {
      result += apply(fromCharCode, null, subarray(units, at, at + CHUNK < length ? at + CHUNK : length));
    }
    return result;
  };

  const bytesOf = (input) => {
    if (input === undefined) return new Bytes(0);
    if (isView(input)) {
      const { buffer, offset, length } = arrayTag(input) === undefined ? views.data : views.array;
      return new Bytes(buffer(input), offset(input), length(input));
    }
    try {
      bufferLength(input);
    } catch (e) {
      throw new NativeTypeError('TextDecoder.decode needs an ArrayBuffer or a view of one');
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
    #seen = 0;
    #code = 0;
    #lower = 0x80;
    #upper = 0xbf;
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

    #reset() {
      this.#needed = this.#seen = this.#code = 0;
      this.#lower = 0x80;
      this.#upper = 0xbf;
    }

    #malformed() {
      this.#reset();
      if (this.#fatal) {
        this.#started = false;
        throw new NativeTypeError('the bytes are not UTF-8');
      }
      return 0xfffd;
    }

    decode(input = undefined, options = undefined) {
      const stream = Boolean(options?.stream);
      const bytes = bytesOf(input);
      const length = lengthOf(bytes);
      // Each byte makes one unit at most, but for those of earlier calls and a cut character.
      const units = new Units(length + 4);
      let count = 0;
      for (let i = 0; i < length; i++) {
        const byte = bytes[i];
        let code;
        if (this.#needed === 0) {
          if (byte < 0x80) code = byte;
          else if (byte >= 0xc2 && byte <= 0xdf) {
            this.#needed = 1;
            this.#code = byte & 0x1f;
            continue;
          } else if (byte >= 0xe0 && byte <= 0xef) {
            if (byte === 0xe0) this.#lower = 0xa0;
            if (byte === 0xed) this.#upper = 0x9f;
            this.#needed = 2;
            this.#code = byte & 0xf;
            continue;
          } else if (byte >= 0xf0 && byte <= 0xf4) {
            if (byte === 0xf0) this.#lower = 0x90;
            if (byte === 0xf4) this.#upper = 0x8f;
            this.#needed = 3;
            this.#code = byte & 0x7;
            continue;
          } else code = this.#malformed();
        } else if (byte < this.#lower || byte > this.#upper) {
          code = this.#malformed();
          i--;
        } else {
          this.#lower = 0x80;
          this.#upper = 0xbf;
          this.#code = (this.#code << 6) | (byte & 0x3f);
          if (++this.#seen !== this.#needed) continue;
          code = this.#code;
          this.#reset();
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

  // There only in a program that names it.
  const { DOMException } = global;

  const invalidCharacter = (message) => {
    if (DOMException !== undefined) return new DOMException(message, 'InvalidCharacterError');
    const error = new NativeError(message);
    hidden(error, 'name', 'InvalidCharacterError');
    hidden(error, 'code', 5);
    return error;
  };

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

  hidden(global, 'TextEncoder', TextEncoder);
  hidden(global, 'TextDecoder', TextDecoder);
  hidden(global, 'btoa', btoa);
  hidden(global, 'atob', atob);
})
