// A function of a TypeScript program that returns its JavaScript, by Sucrase as it is published. Programs are text here
// and never run. loader: of the package; see NpmPackage.
(function (loader) {
  'use strict';
  // What these are for is not used here: the checks of options, the command line, source maps.
  const required = loader({
    Options: { validateOptions() {} },
    'util/formatTokens': {},
    computeSourceMap: {},
  });

  const { transform } = required('index');
  const { parse } = required('parser');
  const { ContextualKeyword } = required('parser/tokenizer/keywords');
  const { TokenType } = required('parser/tokenizer/types');

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
