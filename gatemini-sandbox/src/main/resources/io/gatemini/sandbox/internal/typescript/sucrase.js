// Loads Sucrase as it is published, in CommonJS files, and returns a function that takes a program.
// Evaluated once in a context that has nothing else: programs are text here and never run.
// load(path) gives the function of a file, or null when there is no such file.
(function (load) {
  'use strict';

  // ---- modules ----

  const modules = new Map();

  // What these are for is not used here: the checks of options, the command line, source maps.
  const absent = new Map([
    ['Options', { validateOptions() {} }],
    ['util/formatTokens', {}],
    ['computeSourceMap', {}],
  ]);

  const resolved = (directory, name) => {
    const parts = directory.slice();
    for (const part of name.split('/')) {
      if (part === '..') parts.pop();
      else if (part !== '.') parts.push(part);
    }
    return parts;
  };

  const required = (parts) => {
    const path = parts.join('/');
    if (absent.has(path)) return absent.get(path);
    const known = modules.get(path);
    if (known !== undefined) return known.exports;
    let directory = parts.slice(0, -1);
    let define = load(path + '.js');
    if (define === null) {
      directory = parts;
      define = load(path + '/index.js');
    }
    if (define === null) throw new Error(`there is no ${path}`);
    const module = { exports: {} };
    modules.set(path, module);
    define(module.exports, (name) => required(resolved(directory, name)), module);
    return module.exports;
  };

  const { transform } = required(['index']);
  const { parse } = required(['parser']);
  const { ContextualKeyword } = required(['parser', 'tokenizer', 'keywords']);
  const { TokenType } = required(['parser', 'tokenizer', 'types']);

  // ---- namespaces ----

  // Sucrase takes every namespace for one of types only and drops it with all that it does.
  const namespaceStart = (source) => {
    if (!/\b(?:namespace|module)\b/.test(source)) return -1;
    const { tokens } = parse(source, false, true, false);
    let depth = 0;
    let declaredDepth = -1;
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i];
      if (token.type === TokenType.braceL) depth++;
      if (token.type === TokenType.braceR && --depth === declaredDepth) declaredDepth = -1;
      if (!token.isType || declaredDepth >= 0 || i + 2 >= tokens.length) continue;
      const keyword = token.contextualKeyword;
      if (keyword !== ContextualKeyword._namespace && keyword !== ContextualKeyword._module) continue;
      const next = tokens[i + 1].type;
      const behind = tokens[i + 2].type;
      if (next !== TokenType.name && next !== TokenType.string) continue;
      if (behind !== TokenType.braceL && behind !== TokenType.dot) continue;
      if (i === 0 || tokens[i - 1].type !== TokenType._declare) return token.start;
      declaredDepth = depth;
    }
    return -1;
  };

  const lineAt = (source, offset) => source.slice(0, offset).split('\n').length;

  // ---- programs ----

  const options = { transforms: ['typescript'], disableESTransforms: true };

  return (source) => {
    try {
      const at = namespaceStart(source);
      if (at >= 0) {
        return {
          error: 'namespaces are not supported; use an object, or functions and constants',
          line: lineAt(source, at),
        };
      }
      return { code: transform(source, options).code };
    } catch (e) {
      if (e instanceof RangeError) return { error: 'it is nested too deeply', line: 0 };
      if (e.loc === undefined) return { error: String(e.message), line: 0 };
      return { error: String(e.message).replace(/ \(\d+:\d+\)$/, ''), line: e.loc.line };
    }
  };
})
