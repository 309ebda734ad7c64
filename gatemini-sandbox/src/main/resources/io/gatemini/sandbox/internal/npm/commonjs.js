// Loads the CommonJS files of a package. files: by path, a function of exports, require and module; absent: what takes
// the place of a module that is not wanted. Returns a function that gives the exports of a module.
(function (files, absent) {
  'use strict';
  const modules = { __proto__: null };

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
    if (path in absent) return absent[path];
    if (modules[path] !== undefined) return modules[path].exports;
    const isFolder = files[path + '.js'] === undefined;
    const define = files[isFolder ? path + '/index.js' : path + '.js'];
    if (define === undefined) throw new Error(`there is no ${path}`);
    const module = { exports: {} };
    modules[path] = module;
    const directory = isFolder ? parts : parts.slice(0, -1);
    define.call(module.exports, module.exports, (name) => required(resolved(directory, name)), module);
    return module.exports;
  };

  return (path) => required(path.split('/'));
})
