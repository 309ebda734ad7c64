// Intl and the members of the language that need it, over ICU of the host, for an engine that has none. Evaluated when a
// program first uses one of them. ask: a request, the JSON of what it is for, a text; answers with a text.
(function (ask) {
  'use strict';
  const { parse, stringify } = JSON;
  const { assign, create, defineProperty, keys } = Object;
  const { from: arrayFrom } = Array;
  const { isFinite } = Number;

  const hidden = (object, name, value) =>
    defineProperty(object, name, { __proto__: null, value, enumerable: false, configurable: true, writable: true });

  const request = (what, key, value) => {
    try {
      return ask(what, key, value);
    } catch (e) {
      throw new RangeError(e.message);
    }
  };

  // ---- locales and options ----

  const tagsOf = (locales) => {
    if (locales === undefined) return [];
    if (typeof locales === 'string') return [`${locales}`];
    if (locales === null) throw new TypeError('Cannot convert undefined or null to object');
    return arrayFrom(locales, (tag) => {
      if (typeof tag !== 'string' && (typeof tag !== 'object' || tag === null)) {
        throw new TypeError('Incorrect locale information provided');
      }
      return `${tag}`;
    });
  };

  const FRACTIONS = 'minimumIntegerDigits=1..21..1 minimumFractionDigits=0..100 maximumFractionDigits=0..100'
    + ' minimumSignificantDigits=1..21 maximumSignificantDigits=1..21 roundingIncrement=1..1..1'
    + ' roundingMode=halfExpand,ceil,floor,expand,trunc,halfCeil,halfFloor,halfTrunc,halfEven'
    + ' roundingPriority=auto trailingZeroDisplay=auto,stripIfInteger';
  const TEXTS = 'long,short,narrow';
  const DIGITS = ',numeric,2-digit';

  // Each option with its values: names, the usual one first; a range, and the usual number; a flag; or any text.
  const OPTIONS = {
    NumberFormat: 'numberingSystem style=decimal,percent,currency,unit currency currencyDisplay=symbol,code,narrowSymbol,name'
      + ' currencySign=standard,accounting unit unitDisplay=short,narrow,long notation=standard,scientific,engineering,compact'
      + ` compactDisplay=short,long useGrouping=,min2,auto,always,true,false signDisplay=auto,never,always,exceptZero,negative ${FRACTIONS}`,
    DateTimeFormat: `calendar numberingSystem hour12=flag hourCycle=,h11,h12,h23,h24 timeZone weekday=,${TEXTS} era=,${TEXTS}`
      + ` year=${DIGITS} month=${DIGITS},${TEXTS} day=${DIGITS} dayPeriod=,${TEXTS} hour=${DIGITS} minute=${DIGITS} second=${DIGITS}`
      + ' fractionalSecondDigits=1..3 timeZoneName=,short,long,shortOffset,longOffset,shortGeneric,longGeneric'
      + ' dateStyle=,full,long,medium,short timeStyle=,full,long,medium,short',
    Collator: 'usage=sort,search numeric=flag caseFirst=,upper,lower,false sensitivity=variant,base,accent,case ignorePunctuation=flag',
    PluralRules: `type=cardinal,ordinal ${FRACTIONS}`,
    RelativeTimeFormat: `numberingSystem style=${TEXTS} numeric=always,auto`,
    ListFormat: `type=conjunction,disjunction,unit style=${TEXTS}`,
    DisplayNames: `style=${TEXTS} type=,language,region,script,currency,calendar,dateTimeField fallback=code,none`
      + ' languageDisplay=dialect,standard',
    Segmenter: 'granularity=grapheme,word,sentence',
  };

  const chosen = (name, options) => {
    const all = {};
    for (const option of OPTIONS[name].split(' ')) {
      const [key, allowed = ''] = option.split('=');
      const value = options[key];
      if (value === undefined) {
        const [usual] = allowed.split(',');
        const [, , number] = allowed.split('..');
        if (number !== undefined) all[key] = +number;
        else if (usual !== '' && usual !== 'flag' && !usual.includes('..')) all[key] = usual;
      } else if (allowed.includes('..')) {
        const [least, most] = allowed.split('..');
        if (!(+value >= +least && +value <= +most)) throw new RangeError(`${key} value is out of range.`);
        all[key] = Math.floor(+value);
      } else if (allowed === 'flag') {
        all[key] = !!value;
      } else {
        all[key] = `${value}`;
        if (allowed !== '' && !allowed.split(',').includes(all[key])) {
          throw new RangeError(`Value ${value} out of range for Intl.${name} options property ${key}`);
        }
      }
    }
    return all;
  };

  // ---- services ----

  // What was resolved, by its key: a program that formats each row asks once.
  const opened = new Map();
  const open = (name, locales, options) => {
    if (options === null) throw new TypeError('Cannot convert undefined or null to object');
    const all = chosen(name, options === undefined ? {} : options);
    if (name === 'NumberFormat') {
      const grouping = all.useGrouping || (all.notation === 'compact' ? 'min2' : 'auto');
      all.useGrouping = grouping === 'true' ? 'always' : grouping;
      for (const key of keys(all)) {
        const [kind] = /^(?:unit|currency)|/.exec(key);
        if (kind !== '' && kind !== all.style) delete all[key];
      }
      if (all.notation !== 'compact') delete all.compactDisplay;
      if (all.currency) all.currency = all.currency.toUpperCase();
    }
    const key = stringify([name, tagsOf(locales), all]);
    let known = opened.get(key);
    if (known === undefined) {
      known = { key, resolved: { ...all, ...parse(request('open', key, '')) }, keys: new Map() };
      if (all.useGrouping === 'false') known.resolved.useGrouping = false;
      if (opened.size > 50) opened.clear();
      opened.set(key, known);
    }
    return known;
  };

  const Intl = {};
  hidden(Intl, Symbol.toStringTag, 'Intl');

  // bound: methods that a getter gives, bound to their object; isCalled: whether the constructor is one without new, too.
  const service = (name, isCalled, prepare, bound, methods) => {
    const slots = new WeakMap();
    const made = {
      [name]: function (locales, options) {
        if (new.target === undefined && !isCalled) throw new TypeError(`Constructor Intl.${name} requires 'new'`);
        const self = new.target === undefined ? create(made.prototype) : this;
        slots.set(self, open(name, locales, prepare(options)));
        return self;
      },
    }[name];
    const slotOf = (self, method) => {
      const slot = slots.get(self);
      if (slot === undefined) {
        throw new TypeError(`Method Intl.${name}.prototype.${method} called on incompatible receiver ${self}`);
      }
      return slot;
    };
    methods.resolvedOptions = (it) => ({ ...it.resolved });
    for (const method of keys(methods)) {
      const call = methods[method];
      if (bound === method) {
        defineProperty(made.prototype, method, {
          configurable: true,
          get() {
            const slot = slotOf(this, method);
            return (a, b) => call(slot, a, b);
          },
        });
      } else {
        hidden(made.prototype, method, { [method](a, b) { return call(slotOf(this, method), a, b); } }[method]);
      }
    }
    hidden(made.prototype, Symbol.toStringTag, `Intl.${name}`);
    hidden(made, 'supportedLocalesOf', (locales) => parse(request('supported', stringify(tagsOf(locales)), '')));
    hidden(Intl, name, made);
    return made;
  };

  const parts = (it, value) => parse(request('parts', it.key, value));

  // ---- numbers ----

  const numeric = (value) => {
    if (typeof value === 'object' && value !== null) return numeric(value.valueOf());
    if (typeof value === 'bigint') {
      if (value > MOST || value < -MOST) throw new RangeError('a number of more than 4,000 digits is too long for Intl; write toString()');
      return `${value}`;
    }
    if (typeof value === 'string' && /^\s*[+-]?\d{1,4000}(?:\.\d{1,4000})?\s*$/.test(value)) return value.trim();
    return Object.is(+value, -0) ? '-0' : `${+value}`;
  };

  // Table 2 of ECMA-402.
  const SINGLE = '(?:acre|bit|byte|celsius|centimeter|day|degree|fahrenheit|fluid-ounce|foot|gallon|gigabit|gigabyte|gram|hectare'
    + '|hour|inch|kilobit|kilobyte|kilogram|kilometer|liter|megabit|megabyte|meter|microsecond|mile|mile-scandinavian|milliliter'
    + '|millimeter|millisecond|minute|month|nanosecond|ounce|percent|petabyte|pound|second|stone|terabit|terabyte|week|yard|year)';
  const UNIT = new RegExp(`^${SINGLE}(?:-per-${SINGLE})?$`);

  // More take Java seconds.
  const MOST = 10n ** 4000n;

  const money = (options) => {
    if (options !== undefined && options.style === 'currency') {
      if (options.currency === undefined) throw new TypeError('Currency code is required with currency style.');
      if (!/^[a-z]{3}$/i.test(options.currency)) throw new RangeError(`Invalid currency code : ${options.currency}`);
    }
    if (options !== undefined && options.unit !== undefined && !UNIT.test(options.unit)) {
      throw new RangeError(`Invalid unit argument for Intl.NumberFormat() '${options.unit}'`);
    }
    if (options !== undefined && options.style === 'unit' && options.unit === undefined) {
      throw new TypeError('Unit is required with unit style.');
    }
    return options;
  };

  const formatNumber = (it, value) => request('format', it.key, numeric(value));
  service('NumberFormat', true, money, 'format', {
    format: formatNumber,
    formatToParts: (it, value) => parts(it, numeric(value)),
    formatRange: (it, from, to) => request('range', it.key, `${numeric(from)} ${numeric(to)}`),
  });

  service('PluralRules', false, (options) => options, '', {
    select: (it, value) => request('select', it.key, numeric(+value)),
  });

  service('RelativeTimeFormat', false, (options) => options, '', {
    format: (it, value, unit) => request('format', it.key, amount(value, unit)),
    formatToParts: (it, value, unit) => parts(it, amount(value, unit)),
  });
  const amount = (value, unit) => {
    if (!/^(?:second|minute|hour|day|week|month|quarter|year)s?$/.test(unit)) {
      throw new RangeError(`Invalid unit argument for format() '${unit}'`);
    }
    if (!isFinite(+value)) throw new RangeError('The value of a relative time must be finite');
    return `${numeric(+value)} ${`${unit}`.replace(/s$/, '')}`;
  };

  // ---- dates ----

  const DATE = ['weekday', 'year', 'month', 'day'];
  const TIME = ['dayPeriod', 'hour', 'minute', 'second', 'fractionalSecondDigits'];

  // ToDateTimeOptions of ECMA-402, section 11.1.2.
  const dated = (required, defaults) => (given) => {
    const options = create(given === undefined ? null : given);
    const has = (names) => names.find((name) => options[name] !== undefined);
    const style = has(['dateStyle', 'timeStyle']);
    if (style !== undefined) {
      const field = has([...DATE, 'era', ...TIME, 'timeZoneName']);
      if (field !== undefined) throw new TypeError(`Can't set option ${field} when ${style} is used`);
      const other = required === 'date' ? 'timeStyle' : 'dateStyle';
      if (required !== 'any' && options[other] !== undefined) throw new TypeError(`Invalid option : ${other}`);
      return options;
    }
    if ((required !== 'time' && has(DATE)) || (required !== 'date' && has(TIME))) return options;
    if (defaults !== 'time') assign(options, { year: 'numeric', month: 'numeric', day: 'numeric' });
    if (defaults !== 'date') assign(options, { hour: 'numeric', minute: 'numeric', second: 'numeric' });
    return options;
  };

  const time = (value) => {
    const millis = value === undefined ? Date.now() : +value;
    if (!(Math.abs(millis) <= 8.64e15)) throw new RangeError('Invalid time value');
    return `${BigInt(Math.trunc(millis))}`;
  };

  service('DateTimeFormat', true, dated('any', 'date'), 'format', {
    format: (it, value) => request('format', it.key, time(value)),
    formatToParts: (it, value) => parts(it, time(value)),
    formatRange: (it, from, to) => request('range', it.key, `${time(from)} ${time(to)}`),
    formatRangeToParts() {
      throw new Error('formatRangeToParts is not available; write formatRange, or formatToParts of each end');
    },
  });

  // ---- texts ----

  // Keys compare as their texts do: a sort asks once for each text.
  const keyOf = (it, value) => {
    const text = `${value}`;
    let key = it.keys.get(text);
    if (key === undefined) {
      key = request('key', it.key, text);
      if (it.keys.size >= 20000) it.keys.clear();
      it.keys.set(text, key);
    }
    return key;
  };
  const compare = (it, a, b) => {
    const one = keyOf(it, a);
    const other = keyOf(it, b);
    return one < other ? -1 : one > other ? 1 : 0;
  };
  service('Collator', true, (options) => options, 'compare', { compare });

  const listed = (list) => stringify(arrayFrom(list, (text) => {
    if (typeof text !== 'string') throw new TypeError('Iterable yielded a non-String value');
    return text;
  }));
  service('ListFormat', false, (options) => options, '', {
    format: (it, list) => request('format', it.key, listed(list)),
    formatToParts: (it, list) => parts(it, listed(list)),
  });

  const typed = (options) => {
    if (options === undefined || options.type === undefined) throw new TypeError('Required option "type" must not be undefined');
    return options;
  };
  service('DisplayNames', false, typed, '', {
    of: (it, code) => request('of', it.key, `${code}`) || (it.resolved.fallback === 'none' ? undefined : `${code}`),
  });

  service('Segmenter', false, (options) => options, '', {
    segment: (it, value) => {
      const input = `${value}`;
      const isWords = it.resolved.granularity === 'word';
      let index = 0;
      const all = parse(request('segment', it.key, input)).map((end) => {
        const segment = { segment: input.slice(index, Math.abs(end)), index, input };
        if (isWords) segment.isWordLike = end > 0;
        index = Math.abs(end);
        return segment;
      });
      return {
        containing: (at = 0) => all.find(({ index: from, segment }) => at >= from && at < from + segment.length),
        [Symbol.iterator]: () => all[Symbol.iterator](),
      };
    },
  });

  // Rarely needed: a tag says the same.
  const absent = (name, instead) => {
    hidden(Intl, name, function () {
      throw new Error(`Intl.${name} is not available; ${instead}`);
    });
  };
  absent('Locale', 'write the tag itself, such as "en-GB-u-hc-h23"');
  absent('supportedValuesOf', 'write the values');
  hidden(Intl, 'getCanonicalLocales', (locales) => parse(request('canonical', stringify(tagsOf(locales)), '')));
  // ---- members of the language ----

  const format = (name, locales, options, value) =>
    request('format', open(name, locales, options).key, value);
  const dates = (required, defaults) => function (locales, options) {
    const millis = +this.getTime();
    const prepared = dated(required, defaults)(options);
    return isFinite(millis) ? format('DateTimeFormat', locales, prepared, time(millis)) : 'Invalid Date';
  };
  const eachToLocaleString = function (locales, options) {
    return arrayFrom(this, (item) => (item === undefined || item === null ? '' : item.toLocaleString(locales, options))).join(',');
  };
  const cased = (change) => function (locales) {
    return request(change, stringify(tagsOf(locales)), textOf(this));
  };
  const textOf = (self) => {
    if (self === undefined || self === null) throw new TypeError('a method of texts was called on null or undefined');
    return `${self}`;
  };

  return {
    Intl,
    number(locales, options) { return format('NumberFormat', locales, money(options), numeric(this)); },
    array: eachToLocaleString,
    temporal() {
      throw new Error(`${this[Symbol.toStringTag]} has no toLocaleString here; write new Date(instant.epochMilliseconds)`
        + '.toLocaleString(locale, options), or new Date(`${date}`).toLocaleDateString(locale, {timeZone: "UTC"})');
    },
    date: dates('any', 'all'),
    day: dates('date', 'date'),
    clock: dates('time', 'time'),
    normalize(form = 'NFC') { return request('normalize', `${form}`, textOf(this)); },
    compare(other, locales, options) { return compare(open('Collator', locales, options), textOf(this), other); },
    upper: cased('upper'),
    lower: cased('lower'),
  };
})
