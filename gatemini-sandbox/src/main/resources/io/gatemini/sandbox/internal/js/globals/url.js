// URL and URLSearchParams, after the URL standard of the WHATWG. Of Unicode host names only lower case,
// normal form and Punycode are done, not the tables of UTS #46.
(function () {
  'use strict';
  const global = globalThis;
  const { defineProperty } = Object;
  const uncurried = (method) => Function.prototype.call.bind(method);
  const codeAt = uncurried(String.prototype.charCodeAt);
  const pointAt = uncurried(String.prototype.codePointAt);
  const slice = uncurried(String.prototype.slice);
  const indexOf = uncurried(String.prototype.indexOf);
  const lastIndexOf = uncurried(String.prototype.lastIndexOf);
  const toLowerCase = uncurried(String.prototype.toLowerCase);
  const toUpperCase = uncurried(String.prototype.toUpperCase);
  const normalize = uncurried(String.prototype.normalize);
  const toRadix = uncurried(Number.prototype.toString);
  const push = uncurried(Array.prototype.push);
  const pop = uncurried(Array.prototype.pop);
  const join = uncurried(Array.prototype.join);
  const copy = uncurried(Array.prototype.slice);
  const sort = uncurried(Array.prototype.sort);
  const { fromCodePoint } = String;
  const { floor } = Math;
  const encode = encodeURIComponent;
  const text = String;
  const iteratorSymbol = Symbol.iterator;
  const { ownKeys } = Reflect;
  const NativeTypeError = TypeError;
  const hidden = (object, name, value) =>
    defineProperty(object, name, { value, enumerable: false, configurable: true, writable: true });

  const PORTS = { __proto__: null, http: '80', https: '443', ws: '80', wss: '443', ftp: '21', file: '' };
  const isSpecial = (url) => PORTS[url.scheme] !== undefined;

  // ---- characters ----

  const isDigit = (c) => c >= 48 && c <= 57;
  const isAlpha = (c) => (c >= 65 && c <= 90) || (c >= 97 && c <= 122);
  const isHex = (c) => isDigit(c) || (c >= 65 && c <= 70) || (c >= 97 && c <= 102);
  const hexValue = (c) => (isDigit(c) ? c - 48 : (c | 32) - 87);
  const all = (string, test) => {
    for (let i = 0; i < string.length; i++) if (!test(codeAt(string, i))) return false;
    return true;
  };
  const setOf = (characters, base) => {
    const set = { __proto__: base || null };
    for (let i = 0; i < characters.length; i++) set[codeAt(characters, i)] = true;
    return set;
  };
  const CONTROL = setOf('');
  const FRAGMENT = setOf(' "<>`');
  const QUERY = setOf(' "#<>');
  const SPECIAL_QUERY = setOf("'", QUERY);
  const PATH = setOf('?^`{}', QUERY);
  const USERINFO = setOf('/:;=@[\\]|', PATH);
  const FORBIDDEN_HOST = setOf('\0\t\n\r #/:<>?@[\\]^|');
  const FORBIDDEN_DOMAIN = setOf('%\x7f', FORBIDDEN_HOST);

  const hexByte = (byte) => (byte < 16 ? '%0' : '%') + toUpperCase(toRadix(byte, 16));
  const percentEncoded = (string, set) => {
    let result = '';
    for (let i = 0; i < string.length; i++) {
      const c = codeAt(string, i);
      if (c > 0x7e || c < 0x20) {
        if (c < 0x80) result += hexByte(c);
        else {
          const point = pointAt(string, i);
          if (point > 0xffff) i++;
          result += point >= 0xd800 && point < 0xe000 ? '%EF%BF%BD' : encode(fromCodePoint(point));
        }
      } else result += set[c] === true ? hexByte(c) : string[i];
    }
    return result;
  };

  // Percent-decodes to bytes and reads these as UTF-8; what is no UTF-8 becomes U+FFFD.
  const percentDecoded = (string) => {
    if (indexOf(string, '%') < 0) return string;
    const bytes = [];
    for (let i = 0; i < string.length; i++) {
      const c = codeAt(string, i);
      if (c === 37 && i + 2 < string.length && isHex(codeAt(string, i + 1)) && isHex(codeAt(string, i + 2))) {
        push(bytes, hexValue(codeAt(string, i + 1)) * 16 + hexValue(codeAt(string, i + 2)));
        i += 2;
      } else if (c < 0x80) push(bytes, c);
      else {
        const point = pointAt(string, i);
        if (point > 0xffff) i++;
        const encoded = percentEncoded(fromCodePoint(point), CONTROL);
        for (let at = 1; at < encoded.length; at += 3) {
          push(bytes, hexValue(codeAt(encoded, at)) * 16 + hexValue(codeAt(encoded, at + 1)));
        }
      }
    }
    let result = '';
    for (let i = 0; i < bytes.length; ) {
      const first = bytes[i++];
      if (first < 0x80) {
        result += fromCodePoint(first);
        continue;
      }
      const needed = first >= 0xc2 && first < 0xe0 ? 1 : first >= 0xe0 && first < 0xf0 ? 2 : first >= 0xf0 && first < 0xf5 ? 3 : 0;
      let code = needed === 1 ? first & 31 : needed === 2 ? first & 15 : first & 7;
      let lower = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
      let upper = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
      let seen = 0;
      while (seen < needed && i < bytes.length && bytes[i] >= lower && bytes[i] <= upper) {
        code = code * 64 + (bytes[i++] & 63);
        lower = 0x80;
        upper = 0xbf;
        seen++;
      }
      result += needed > 0 && seen === needed ? fromCodePoint(code) : '\ufffd';
    }
    return result;
  };

  // ---- hosts ----

  const parts = (string, separator) => {
    const result = [];
    let start = 0;
    for (let at = indexOf(string, separator); at >= 0; at = indexOf(string, separator, start)) {
      push(result, slice(string, start, at));
      start = at + separator.length;
    }
    push(result, slice(string, start));
    return result;
  };

  // RFC 3492, section 6.3.
  const punycode = (label) => {
    const points = [];
    let output = '';
    for (let i = 0; i < label.length; i++) {
      const point = pointAt(label, i);
      if (point > 0xffff) i++;
      push(points, point);
      if (point < 128) output += fromCodePoint(point);
    }
    const basic = output.length;
    if (basic === points.length) return label;
    let handled = basic;
    if (basic > 0) output += '-';
    const digit = (d) => fromCodePoint(d + (d < 26 ? 97 : 22));
    for (let n = 128, delta = 0, bias = 72; handled < points.length; delta++, n++) {
      let next = 0x7fffffff;
      for (let i = 0; i < points.length; i++) if (points[i] >= n && points[i] < next) next = points[i];
      delta += (next - n) * (handled + 1);
      n = next;
      for (let i = 0; i < points.length; i++) {
        if (points[i] < n) delta++;
        if (points[i] !== n) continue;
        let q = delta;
        for (let k = 36; ; k += 36) {
          const t = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
          if (q < t) break;
          output += digit(t + ((q - t) % (36 - t)));
          q = floor((q - t) / (36 - t));
        }
        output += digit(q);
        delta = handled === basic ? floor(delta / 700) : floor(delta / 2);
        delta += floor(delta / (handled + 1));
        let k = 0;
        for (; delta > 455; k += 36) delta = floor(delta / 35);
        bias = k + floor((36 * delta) / (delta + 38));
        delta = 0;
        handled++;
      }
    }
    return `xn--${output}`;
  };

  const ipv4Number = (part) => {
    if (part === '') return -1;
    let radix = 10;
    let digits = part;
    if (part.length > 1 && part[0] === '0') {
      radix = part[1] === 'x' || part[1] === 'X' ? 16 : 8;
      digits = slice(part, radix === 16 ? 2 : 1);
    }
    let value = 0;
    for (let i = 0; i < digits.length; i++) {
      const c = codeAt(digits, i);
      if (!isHex(c) || hexValue(c) >= radix) return -1;
      value = value * radix + hexValue(c);
    }
    return value;
  };

  // null: not an IPv4 address at all; undefined: one that is wrong.
  const ipv4 = (host) => {
    const list = parts(host, '.');
    if (list[list.length - 1] === '' && list.length > 1) pop(list);
    const last = list[list.length - 1];
    if (!(last !== '' && all(last, isDigit)) && ipv4Number(last) < 0) return null;
    if (list.length > 4) return undefined;
    let value = 0;
    for (let i = 0; i < list.length; i++) {
      const number = ipv4Number(list[i]);
      const room = i === list.length - 1 ? 256 ** (5 - list.length) : 256;
      if (number < 0 || number >= room) return undefined;
      value += i === list.length - 1 ? number : number * 256 ** (3 - i);
    }
    return `${floor(value / 16777216)}.${floor(value / 65536) % 256}.${floor(value / 256) % 256}.${value % 256}`;
  };

  const ipv6 = (input) => {
    const halves = parts(input, '::');
    if (halves.length > 2) return undefined;
    const pieces = [];
    let gap = -1;
    for (let h = 0; h < halves.length; h++) {
      if (h === 1) gap = pieces.length;
      if (halves[h] === '') {
        if (halves.length === 1) return undefined;
        continue;
      }
      const list = parts(halves[h], ':');
      for (let i = 0; i < list.length; i++) {
        const part = list[i];
        if (i === list.length - 1 && h === halves.length - 1 && indexOf(part, '.') >= 0) {
          const numbers = parts(part, '.');
          if (numbers.length !== 4) return undefined;
          for (let k = 0; k < 4; k++) {
            const n = numbers[k];
            if (n === '' || n.length > 3 || !all(n, isDigit) || (n.length > 1 && n[0] === '0') || +n > 255) return undefined;
          }
          push(pieces, numbers[0] * 256 + +numbers[1]);
          push(pieces, numbers[2] * 256 + +numbers[3]);
          continue;
        }
        if (part === '' || part.length > 4 || !all(part, isHex)) return undefined;
        let value = 0;
        for (let k = 0; k < part.length; k++) value = value * 16 + hexValue(codeAt(part, k));
        push(pieces, value);
      }
    }
    if (gap < 0 ? pieces.length !== 8 : pieces.length > 7) return undefined;
    const address = [];
    for (let i = 0; i < pieces.length + 1; i++) {
      if (i === gap) for (let k = pieces.length; k < 8; k++) push(address, 0);
      if (i < pieces.length) push(address, pieces[i]);
    }
    let best = -1;
    let bestLength = 1;
    for (let i = 0; i < 8; i++) {
      let length = 0;
      while (i + length < 8 && address[i + length] === 0) length++;
      if (length > bestLength) {
        best = i;
        bestLength = length;
      }
      i += length;
    }
    let result = '[';
    for (let i = 0; i < 8; i++) {
      if (i === best) {
        result += i === 0 ? '::' : ':';
        i += bestLength - 1;
      } else result += toRadix(address[i], 16) + (i < 7 ? ':' : '');
    }
    return `${result}]`;
  };

  const parsedHost = (input, special) => {
    if (input[0] === '[') return input[input.length - 1] === ']' ? ipv6(slice(input, 1, -1)) : undefined;
    if (!special) return all(input, (c) => FORBIDDEN_HOST[c] !== true) ? percentEncoded(input, CONTROL) : undefined;
    const labels = parts(normalize(toLowerCase(normalize(percentDecoded(input), 'NFKC')), 'NFC'), '.');
    for (let i = 0; i < labels.length; i++) labels[i] = punycode(labels[i]);
    const domain = join(labels, '.');
    if (domain === '' || !all(domain, (c) => c > 0x20 && FORBIDDEN_DOMAIN[c] !== true)) return undefined;
    const address = ipv4(domain);
    return address === null ? domain : address;
  };

  // ---- parsing ----

  const trimmed = (input) => {
    let start = 0;
    let end = input.length;
    while (start < end && codeAt(input, start) <= 32) start++;
    while (end > start && codeAt(input, end - 1) <= 32) end--;
    return slice(input, start, end);
  };
  const withoutBreaks = (input) => {
    let result = '';
    for (let i = 0; i < input.length; i++) {
      const c = codeAt(input, i);
      if (c !== 9 && c !== 10 && c !== 13) result += input[i];
    }
    return result;
  };

  const isLetterWith = (string, separators) =>
    string.length === 2 && isAlpha(codeAt(string, 0)) && indexOf(separators, string[1]) >= 0;
  const startsWithDrive = (string) =>
    string.length >= 2 && isLetterWith(slice(string, 0, 2), ':|') && (string.length === 2 || indexOf('/\\?#', string[2]) >= 0);
  const shorten = (url) => {
    if (url.scheme === 'file' && url.path.length === 1 && isLetterWith(url.path[0], ':')) return;
    if (url.path.length > 0) pop(url.path);
  };
  const dots = (segment) => {
    let plain = '';
    for (let i = 0; i < segment.length; i++) {
      if (segment[i] === '%' && toLowerCase(slice(segment, i, i + 3)) === '%2e') {
        plain += '.';
        i += 2;
      } else plain += segment[i];
    }
    return plain === '.' ? 1 : plain === '..' ? 2 : 0;
  };

  const addPath = (url, input) => {
    const special = isSpecial(url);
    let start = input[0] === '/' || (special && input[0] === '\\') ? 1 : 0;
    if (input === '' && !special) return;
    for (let i = start; i <= input.length; i++) {
      const end = i === input.length;
      if (!end && input[i] !== '/' && !(special && input[i] === '\\')) continue;
      let segment = percentEncoded(slice(input, start, i), PATH);
      start = i + 1;
      const kind = dots(segment);
      if (kind === 2) shorten(url);
      if (kind > 0) {
        if (end) push(url.path, '');
        continue;
      }
      if (url.scheme === 'file' && url.path.length === 0 && isLetterWith(segment, ':|')) segment = `${segment[0]}:`;
      push(url.path, segment);
    }
  };

  const setQuery = (url, query) => {
    url.query = percentEncoded(query, isSpecial(url) ? SPECIAL_QUERY : QUERY);
  };

  // host[:port]; false when it is none.
  const setHost = (url, input) => {
    let colon = -1;
    let inside = false;
    for (let i = 0; i < input.length && colon < 0; i++) {
      if (input[i] === '[') inside = true;
      else if (input[i] === ']') inside = false;
      else if (input[i] === ':' && !inside) colon = i;
    }
    const name = colon < 0 ? input : slice(input, 0, colon);
    if (name === '' && (isSpecial(url) || colon >= 0)) return false;
    const host = parsedHost(name, isSpecial(url));
    if (host === undefined) return false;
    if (colon >= 0 && !setPort(url, slice(input, colon + 1))) return false;
    url.host = host;
    return true;
  };

  const setPort = (url, digits) => {
    if (digits === '') {
      url.port = '';
      return true;
    }
    if (!all(digits, isDigit) || +digits > 65535) return false;
    const port = text(+digits);
    url.port = PORTS[url.scheme] === port ? '' : port;
    return true;
  };

  const endOfAuthority = (input, special) => {
    for (let i = 0; i < input.length; i++) {
      if (input[i] === '/' || (special && input[i] === '\\')) return i;
    }
    return input.length;
  };

  const setAuthority = (url, authority) => {
    const at = lastIndexOf(authority, '@');
    if (at >= 0) {
      const credentials = slice(authority, 0, at);
      const colon = indexOf(credentials, ':');
      url.username = percentEncoded(colon < 0 ? credentials : slice(credentials, 0, colon), USERINFO);
      url.password = colon < 0 ? '' : percentEncoded(slice(credentials, colon + 1), USERINFO);
      if (at === authority.length - 1) return false;
    }
    return setHost(url, slice(authority, at + 1));
  };

  const addFile = (url, input, base) => {
    const isSlash = (i) => input[i] === '/' || input[i] === '\\';
    url.host = '';
    if (isSlash(0) && isSlash(1)) {
      const rest = slice(input, 2);
      const end = endOfAuthority(rest, true);
      const name = slice(rest, 0, end);
      if (isLetterWith(name, ':|')) {
        addPath(url, rest);
        return true;
      }
      const host = name === '' ? '' : parsedHost(name, true);
      if (host === undefined) return false;
      url.host = host === 'localhost' ? '' : host;
      addPath(url, slice(rest, end));
      return true;
    }
    if (base !== null && base.scheme === 'file') {
      url.host = base.host;
      if (isSlash(0)) {
        if (!startsWithDrive(slice(input, 1)) && base.path.length > 0 && isLetterWith(base.path[0], ':')) {
          push(url.path, base.path[0]);
        }
      } else if (!startsWithDrive(input)) {
        url.path = copy(base.path);
        if (input === '') {
          return true;
        }
        shorten(url);
      }
    }
    addPath(url, input);
    return true;
  };

  // The record of a URL, or null when the text is none.
  const parsed = (given, base) => {
    const input = withoutBreaks(trimmed(given));
    const url = { scheme: '', username: '', password: '', host: null, port: '', path: [], opaque: null, query: null, fragment: null };
    let rest = input;
    const hash = indexOf(rest, '#');
    if (hash >= 0) {
      url.fragment = percentEncoded(slice(rest, hash + 1), FRAGMENT);
      rest = slice(rest, 0, hash);
    }
    let colon = 0;
    if (rest.length > 0 && isAlpha(codeAt(rest, 0))) {
      colon = 1;
      while (colon < rest.length && (isAlpha(codeAt(rest, colon)) || isDigit(codeAt(rest, colon)) || indexOf('+-.', rest[colon]) >= 0)) colon++;
      if (rest[colon] !== ':') colon = 0;
    }
    const before = colon > 0 ? toLowerCase(slice(rest, 0, colon)) : '';
    if (before !== '') rest = slice(rest, colon + 1);
    else if (base === null) return null;
    const question = indexOf(rest, '?');
    let query = null;
    if (question >= 0) {
      query = slice(rest, question + 1);
      rest = slice(rest, 0, question);
    }
    url.scheme = before !== '' ? before : base.scheme;
    const special = isSpecial(url);
    const isSlash = (i) => rest[i] === '/' || (special && rest[i] === '\\');
    if (query !== null) setQuery(url, query);

    if (before === '' && base.opaque !== null) {
      if (rest !== '' || query !== null || hash < 0) return null;
      url.opaque = base.opaque;
      url.query = base.query;
      return url;
    }
    if (url.scheme === 'file') {
      if (rest === '' && query === null && base !== null && base.scheme === 'file') url.query = base.query;
      return addFile(url, rest, base) ? url : null;
    }
    // "http:path" is relative where the base has the same scheme.
    const relative = before === '' || (special && base !== null && base.scheme === before && !(rest[0] === '/' && rest[1] === '/'));
    if (!relative || (isSlash(0) && isSlash(1))) {
      let start = 0;
      if (special) while (isSlash(start)) start++;
      else if (rest[0] === '/' && rest[1] === '/') start = 2;
      if (special || start === 2) {
        const authority = slice(rest, start);
        const end = endOfAuthority(authority, special);
        if (end === 0 && !special) url.host = '';
        else if (!setAuthority(url, slice(authority, 0, end))) return null;
        addPath(url, slice(authority, end));
      } else if (rest[0] === '/') {
        addPath(url, rest);
      } else {
        url.opaque = percentEncoded(rest, CONTROL);
        if (query !== null || hash >= 0) {
          let end = url.opaque.length;
          while (end > 0 && url.opaque[end - 1] === ' ') end--;
          if (end < url.opaque.length) url.opaque = `${slice(url.opaque, 0, -1)}%20`;
        }
      }
      return url;
    }
    url.username = base.username;
    url.password = base.password;
    url.host = base.host;
    url.port = base.port;
    if (isSlash(0)) {
      addPath(url, rest);
      return url;
    }
    url.path = copy(base.path);
    if (rest === '') {
      if (query === null) url.query = base.query;
      return url;
    }
    shorten(url);
    addPath(url, rest);
    return url;
  };

  // ---- writing ----

  const pathOf = (url) => {
    if (url.opaque !== null) return url.opaque;
    let path = '';
    for (let i = 0; i < url.path.length; i++) path += `/${url.path[i]}`;
    return path;
  };
  const hostOf = (url) => (url.host === null ? '' : url.port === '' ? url.host : `${url.host}:${url.port}`);
  const written = (url) => {
    let result = `${url.scheme}:`;
    if (url.host !== null) {
      result += '//';
      if (url.username !== '' || url.password !== '') {
        result += url.username + (url.password === '' ? '' : `:${url.password}`) + '@';
      }
      result += hostOf(url);
    } else if (url.opaque === null && url.path.length > 1 && url.path[0] === '') result += '/.';
    result += pathOf(url);
    if (url.query !== null) result += `?${url.query}`;
    if (url.fragment !== null) result += `#${url.fragment}`;
    return result;
  };

  // ---- query parameters ----

  const plusToSpace = (string) => join(parts(string, '+'), ' ');
  const decodedPairs = (query) => {
    const pairs = [];
    const list = parts(query, '&');
    for (let i = 0; i < list.length; i++) {
      if (list[i] === '') continue;
      const equals = indexOf(list[i], '=');
      const name = equals < 0 ? list[i] : slice(list[i], 0, equals);
      const value = equals < 0 ? '' : slice(list[i], equals + 1);
      push(pairs, { name: percentDecoded(plusToSpace(name)), value: percentDecoded(plusToSpace(value)) });
    }
    return pairs;
  };
  const formEncoded = (string) => {
    let result = '';
    for (let i = 0; i < string.length; i++) {
      const c = codeAt(string, i);
      if (c === 32) result += '+';
      else if (isAlpha(c) || isDigit(c) || c === 42 || c === 45 || c === 46 || c === 95) result += string[i];
      else if (c < 0x80) result += hexByte(c);
      else {
        const point = pointAt(string, i);
        if (point > 0xffff) i++;
        result += percentEncoded(fromCodePoint(point), CONTROL);
      }
    }
    return result;
  };
  // A lone surrogate is none in the text of a USVString.
  const wellFormed = uncurried(String.prototype.toWellFormed);
  const string = (value) => wellFormed(text(value));

  const attach = { params: null };

  class URLSearchParams {
    #pairs = [];
    #changed = null;

    static {
      attach.params = (params, query, changed) => {
        params.#pairs = decodedPairs(query);
        params.#changed = changed;
      };
    }

    constructor(init = '') {
      if ((typeof init === 'object' && init !== null) || typeof init === 'function') {
        if (init[iteratorSymbol] !== undefined && init[iteratorSymbol] !== null) {
          for (const pair of init) {
            const two = [];
            for (const item of pair) push(two, item);
            if (two.length !== 2) throw new NativeTypeError('each query parameter needs a name and a value');
            push(this.#pairs, { name: string(two[0]), value: string(two[1]) });
          }
        } else {
          const names = ownKeys(init);
          for (let i = 0; i < names.length; i++) {
            push(this.#pairs, { name: string(names[i]), value: string(init[names[i]]) });
          }
        }
      } else {
        const query = string(init);
        this.#pairs = decodedPairs(query[0] === '?' ? slice(query, 1) : query);
      }
    }

    #update() {
      if (this.#changed !== null) this.#changed(this.#written());
    }

    #written() {
      let result = '';
      for (let i = 0; i < this.#pairs.length; i++) {
        const pair = this.#pairs[i];
        result += `${i === 0 ? '' : '&'}${formEncoded(pair.name)}=${formEncoded(pair.value)}`;
      }
      return result;
    }

    #without(name, value) {
      const kept = [];
      for (let i = 0; i < this.#pairs.length; i++) {
        const pair = this.#pairs[i];
        if (pair.name !== name || (value !== undefined && pair.value !== value)) push(kept, pair);
      }
      return kept;
    }

    get size() {
      return this.#pairs.length;
    }

    append(name, value) {
      push(this.#pairs, { name: string(name), value: string(value) });
      this.#update();
    }

    delete(name, value = undefined) {
      this.#pairs = this.#without(string(name), value === undefined ? undefined : string(value));
      this.#update();
    }

    get(name) {
      const wanted = string(name);
      for (let i = 0; i < this.#pairs.length; i++) if (this.#pairs[i].name === wanted) return this.#pairs[i].value;
      return null;
    }

    getAll(name) {
      const wanted = string(name);
      const values = [];
      for (let i = 0; i < this.#pairs.length; i++) if (this.#pairs[i].name === wanted) push(values, this.#pairs[i].value);
      return values;
    }

    has(name, value = undefined) {
      return this.#without(string(name), value === undefined ? undefined : string(value)).length < this.#pairs.length;
    }

    set(name, value) {
      const wanted = string(name);
      const pairs = [];
      let found = false;
      for (let i = 0; i < this.#pairs.length; i++) {
        const pair = this.#pairs[i];
        if (pair.name !== wanted) push(pairs, pair);
        else if (!found) {
          found = true;
          push(pairs, { name: wanted, value: string(value) });
        }
      }
      if (!found) push(pairs, { name: wanted, value: string(value) });
      this.#pairs = pairs;
      this.#update();
    }

    sort() {
      sort(this.#pairs, (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
      this.#update();
    }

    forEach(callback, self = undefined) {
      if (typeof callback !== 'function') throw new NativeTypeError('forEach needs a function');
      for (let i = 0; i < this.#pairs.length; i++) {
        call(callback, self, this.#pairs[i].value, this.#pairs[i].name, this);
      }
    }

    *entries() {
      for (let i = 0; i < this.#pairs.length; i++) yield [this.#pairs[i].name, this.#pairs[i].value];
    }

    *keys() {
      for (let i = 0; i < this.#pairs.length; i++) yield this.#pairs[i].name;
    }

    *values() {
      for (let i = 0; i < this.#pairs.length; i++) yield this.#pairs[i].value;
    }

    toString() {
      return this.#written();
    }
  }
  const call = uncurried(Function.prototype.call);
  hidden(URLSearchParams.prototype, iteratorSymbol, URLSearchParams.prototype.entries);

  // ---- URL ----

  const readOrNull = (value, base) => {
    let baseRecord = null;
    if (base !== undefined) {
      baseRecord = parsed(string(base), null);
      if (baseRecord === null) return null;
    }
    return parsed(string(value), baseRecord);
  };
  const canHaveCredentials = (url) => url.host !== null && url.host !== '' && url.scheme !== 'file';
  const upTo = (value, special) => {
    for (let i = 0; i < value.length; i++) {
      if (indexOf('/?#', value[i]) >= 0 || (special && value[i] === '\\')) return slice(value, 0, i);
    }
    return value;
  };

  class URL {
    #url;
    #params = null;

    constructor(url, base = undefined) {
      const record = readOrNull(url, base);
      if (record === null) {
        const error = new NativeTypeError(`Invalid URL: ${text(url)}`);
        hidden(error, 'code', 'ERR_INVALID_URL');
        throw error;
      }
      this.#url = record;
    }

    static canParse(url, base = undefined) {
      return readOrNull(url, base) !== null;
    }

    static parse(url, base = undefined) {
      return readOrNull(url, base) === null ? null : new URL(url, base);
    }

    #refresh() {
      if (this.#params !== null) this.#connect();
    }

    #connect() {
      attach.params(this.#params, this.#url.query === null ? '' : this.#url.query, (query) => {
        this.#url.query = query === '' ? null : query;
      });
    }

    get href() {
      return written(this.#url);
    }

    set href(value) {
      const record = parsed(string(value), null);
      if (record === null) throw new NativeTypeError(`Invalid URL: ${text(value)}`);
      this.#url = record;
      this.#refresh();
    }

    get origin() {
      const url = this.#url;
      if (url.scheme === 'blob') {
        const inner = parsed(pathOf(url), null);
        return inner !== null && (inner.scheme === 'http' || inner.scheme === 'https') ? `${inner.scheme}://${hostOf(inner)}` : 'null';
      }
      return isSpecial(url) && url.scheme !== 'file' ? `${url.scheme}://${hostOf(url)}` : 'null';
    }

    get protocol() {
      return `${this.#url.scheme}:`;
    }

    set protocol(value) {
      const url = this.#url;
      const other = parsed(`${parts(string(value), ':')[0]}://host`, null);
      if (other === null) return;
      if ((PORTS[other.scheme] !== undefined) !== isSpecial(url)) return;
      if (other.scheme === 'file' && (url.username !== '' || url.password !== '' || url.port !== '')) return;
      if (url.scheme === 'file' && url.host === '') return;
      url.scheme = other.scheme;
      if (PORTS[url.scheme] === url.port) url.port = '';
    }

    get username() {
      return this.#url.username;
    }

    set username(value) {
      if (canHaveCredentials(this.#url)) this.#url.username = percentEncoded(string(value), USERINFO);
    }

    get password() {
      return this.#url.password;
    }

    set password(value) {
      if (canHaveCredentials(this.#url)) this.#url.password = percentEncoded(string(value), USERINFO);
    }

    get host() {
      return hostOf(this.#url);
    }

    // A name counts also where what stands behind it is no port.
    #setName(value, withPort) {
      const url = this.#url;
      if (url.opaque !== null) return;
      const given = upTo(withoutBreaks(string(value)), isSpecial(url));
      const colon = given[0] === '[' ? indexOf(given, ':', indexOf(given, ']')) : indexOf(given, ':');
      if (colon >= 0 && (!withPort || url.scheme === 'file')) return;
      const name = colon < 0 ? given : slice(given, 0, colon);
      if (name === '') {
        const plain = url.port === '' && url.username === '' && url.password === '';
        if (colon < 0 && plain && (url.scheme === 'file' || !isSpecial(url))) url.host = '';
      } else if (setHost(url, name) && colon >= 0) this.port = slice(given, colon + 1);
    }

    set host(value) {
      this.#setName(value, true);
    }

    get hostname() {
      return this.#url.host === null ? '' : this.#url.host;
    }

    set hostname(value) {
      this.#setName(value, false);
    }

    get port() {
      return this.#url.port;
    }

    set port(value) {
      if (!canHaveCredentials(this.#url)) return;
      const given = string(value);
      let end = 0;
      while (end < given.length && isDigit(codeAt(given, end))) end++;
      if (end > 0 || given === '') setPort(this.#url, slice(given, 0, end));
    }

    get pathname() {
      return pathOf(this.#url);
    }

    set pathname(value) {
      if (this.#url.opaque !== null) return;
      this.#url.path = [];
      // What would end a path elsewhere is part of it here.
      const path = withoutBreaks(string(value));
      addPath(this.#url, join(parts(join(parts(path, '?'), '%3F'), '#'), '%23'));
    }

    get search() {
      return this.#url.query === null || this.#url.query === '' ? '' : `?${this.#url.query}`;
    }

    set search(value) {
      const query = withoutBreaks(string(value));
      if (query === '') this.#url.query = null;
      else setQuery(this.#url, query[0] === '?' ? slice(query, 1) : query);
      this.#refresh();
    }

    get searchParams() {
      if (this.#params === null) {
        this.#params = new URLSearchParams();
        this.#connect();
      }
      return this.#params;
    }

    get hash() {
      return this.#url.fragment === null || this.#url.fragment === '' ? '' : `#${this.#url.fragment}`;
    }

    set hash(value) {
      const fragment = withoutBreaks(string(value));
      this.#url.fragment = fragment === '' ? null : percentEncoded(fragment[0] === '#' ? slice(fragment, 1) : fragment, FRAGMENT);
    }

    toString() {
      return written(this.#url);
    }

    toJSON() {
      return written(this.#url);
    }
  }

  hidden(global, 'URL', URL);
  hidden(global, 'URLSearchParams', URLSearchParams);
})
