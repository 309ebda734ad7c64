// queueMicrotask, setInterval, setImmediate and their ends, over the setTimeout that is there.
(function () {
  'use strict';
  const global = globalThis;
  const { defineProperty } = Object;
  const { setTimeout, clearTimeout } = global;
  const then = Function.prototype.call.bind(Promise.prototype.then);
  const settled = Promise.resolve();
  const NativeTypeError = TypeError;
  const hidden = (name, value) =>
    defineProperty(global, name, { value, enumerable: false, configurable: true, writable: true });

  const callable = (name, callback) => {
    if (typeof callback !== 'function') throw new NativeTypeError(`${name} needs a function`);
  };

  hidden('queueMicrotask', (callback) => {
    callable('queueMicrotask', callback);
    then(settled, () => {
      callback();
    });
  });

  // Intervals are known by numbers below those of timeouts, so that each can be cleared as the other.
  const running = { __proto__: null };
  let last = 0;

  hidden('setInterval', (callback, delay, ...args) => {
    callable('setInterval', callback);
    const id = --last;
    const next = () => {
      running[id] = setTimeout(() => {
        next();
        callback(...args);
      }, delay);
    };
    next();
    return id;
  });

  const clear = (id) => {
    if (typeof id === 'number' && running[id] !== undefined) {
      clearTimeout(running[id]);
      delete running[id];
    } else {
      clearTimeout(id);
    }
  };
  hidden('setImmediate', (callback, ...args) => {
    callable('setImmediate', callback);
    return setTimeout(() => callback(...args), 0);
  });
  hidden('clearImmediate', (id) => clearTimeout(id));
  hidden('clearInterval', clear);
  hidden('clearTimeout', clear);
})
