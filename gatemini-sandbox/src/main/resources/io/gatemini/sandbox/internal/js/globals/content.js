// Blocks of content that a program makes, as the protocol has them.
(function () {
  'use strict';
  const NativeTypeError = TypeError;
  const { stringify } = JSON;
  const { defineProperty } = Object;
  const global = globalThis;

  const given = (value, call) => {
    if (typeof value !== 'string' || value === '') throw new NativeTypeError(`${call} needs texts`);
    return value;
  };
  const medium = (type) => (data, mimeType) => {
    const call = `content.${type}(data, mimeType)`;
    return { type, data: given(data, call), mimeType: given(mimeType, call) };
  };
  const content = {
    text: (value) => ({
      type: 'text',
      text: typeof value === 'string' ? value : stringify(value === undefined ? null : value),
    }),
    image: medium('image'),
    audio: medium('audio'),
    resource_link: (uri, name = uri, mimeType = undefined) => {
      const call = 'content.resource_link(uri, name, mimeType)';
      const link = { type: 'resource_link', uri: given(uri, call), name: given(name, call) };
      if (mimeType !== undefined) link.mimeType = given(mimeType, call);
      return link;
    },
  };
  defineProperty(global, 'content', {
    __proto__: null, value: content, enumerable: false, configurable: true, writable: true,
  });
})
