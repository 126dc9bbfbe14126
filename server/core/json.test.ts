import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJsonBody } from './json.ts';

const parse = (text: string) => parseJsonBody(Buffer.from(text));
const refused = expect.objectContaining({ code: 'E011001' });

test.each(['', ' \r\n\t'])('a body of white space only (%j) is an empty object', (text) => {
  expect(parse(text)).toEqual({});
});

test('whatever JSON.parse reads within the limits is read as the same value', () => {
  const key = fc.string({ unit: 'binary' }).filter((text) => text !== '__proto__');
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 6, depthSize: 'small' },
      fc.string({ unit: 'binary' }),
      fc.double().filter((value) => Math.abs(value) <= Number.MAX_SAFE_INTEGER || Math.abs(value) >= 1e21),
      fc.integer(),
      fc.constantFrom(null, true, false, '{', '}', '[', ']', ',', ':', '"', '\\', '\\"', '{"a":1,"a":2}'),
      fc.array(tie('tree'), { maxLength: 5 }),
      fc.dictionary(key, tie('tree'), { maxKeys: 5 }),
    ),
  }));
  const space = fc.constantFrom<string | number>('', 1, '\t', '\n');
  fc.assert(
    fc.property(fc.dictionary(key, tree, { maxKeys: 5 }), space, (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      expect(parse(text)).toEqual(JSON.parse(text));
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['{"0":1,"1":1,"0":1}', true],
  ['{"0":1,"1":1,"x":1,"1":1}', true],
  ['{"1":1,"0":1,"1":1}', true],
  ['{"0":1,"1":1,"00":1,"-0":1,"0.5":1,"1e0":1,"":1,"2":1,"3":1}', false],
])('keys that are numbers: %s has one twice: %s', (text, isTwice) => {
  if (isTwice) expect(() => parse(text)).toThrow(refused);
  else expect(parse(text)).toEqual(JSON.parse(text));
});

describe('a number', () => {
  const read = (text: string) => parse(`{"a":{"list":[0,${text}]}}`);
  const inexact = expect.objectContaining({
    code: 'E011003',
    message: expect.stringMatching(/^a\.list\.1 .*Send it as a string/),
  });

  test.each([
    ...['9007199254740993', '-9007199254740993', '12345678901234567890', '9223372036854775807'],
    ...['18446744073709551616', '18446744073709552000', `1${'0'.repeat(30)}`, '9'.repeat(400)],
    ...['9007199254740993.0', '9.007199254740993e15', '9007199254740993e0', '9007199254740991.5'],
    `12345678901234567890${'0'.repeat(60_000)}.0`,
  ])('%.30s, which JavaScript cannot hold exactly, is refused by field name', (text) => {
    expect(() => read(text)).toThrow(inexact);
  });

  test.each([
    ...['9007199254740991', '-9007199254740991', '9007199254740992', '100000000000000000000'],
    ...['1e3', '1E+20', '1e300', '-1.7976931348623157e308', '9.007199254740992e15', '5e-324'],
    ...['0.1', '123456789.12345678', '0.12345678901234567890', '4503599627370497.5', '-0'],
  ])('%s is read', (text) => {
    expect(read(text)).toEqual({ a: { list: [0, Number(text)] } });
  });

  test('in a text or as a key is not a number', () => {
    const text = '{"9007199254740993":"9007199254740993"}';
    expect(parse(text)).toEqual(JSON.parse(text));
  });
});

test('whatever JSON.parse refuses is refused', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"',
    '\\',
    '1',
    'null',
    'tru',
    ' ',
    '-',
    '.',
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      if (text.trim() !== '' && !isJson(text)) expect(() => parse(text)).toThrow(refused);
    }),
    { numRuns: 500 },
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('an object with a repeated key is refused', () => {
  test.each([
    '{"a":1,"a":2}',
    '{"a":1,"b":2,"a":1}',
    '{"a":1,"\\u0061":2}',
    '{"\\u0061":1,"a":2}',
    '{"a":{"b":1,"b":2}}',
    '[{"a":1},{"b":1,"b":2}]',
    '{"a":[{"b":1}],"a":1}',
    '{"":1,"":2}',
    '{"a\\/":1,"a/":2}',
    '{"x":"}","x":1}',
    '{"x":"\\\\","x":1}',
    '{"\\ud83d\\ude00":1,"😀":2}',
  ])('%s is refused', (text) => expect(() => parse(text)).toThrow(refused));

  test.each([
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":1}]',
    '{"a":"a","b":"a"}',
    '{"a":"\\"a\\":1,\\"a\\":2"}',
    '{"a":1,"A":2}',
    '{"a":["b","b"],"b":1}',
    '{"a":"{\\"a\\":","b":"\\\\"}',
  ])('%s is accepted', (text) => expect(parse(text)).toEqual(JSON.parse(text)));

  test('the refusal shows only the beginning of a long key', () => {
    const key = 'k'.repeat(50_000);
    expect(() => parse(`{"${key}":1,"${key}":2}`)).toThrow(/^.{1,200}$/);
  });
});

test.each(['{"__proto__":{"admin":true}}', '{"\\u005f_proto__":1}', '{"a":{"__proto__":1}}'])(
  'the key __proto__ is refused: %s',
  (text) => {
    expect(() => parse(text)).toThrow(refused);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  },
);

test('constructor and prototype are plain keys without effect', () => {
  const value = parse('{"constructor":{"prototype":{"admin":true}}}');
  expect(Object.keys(value as object)).toEqual(['constructor']);
  expect(({} as { admin?: boolean }).admin).toBeUndefined();
});

describe('size', () => {
  test('32 levels are accepted and 33 are not', () => {
    const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
    expect(parse(nested(32))).toBeDefined();
    expect(() => parse(nested(33))).toThrow(refused);
  });

  test.each(['[', '{"a":', '{"a":[', `${'['.repeat(10)}{"a":`])(
    '100,000 levels of %j are refused without recursion',
    (opening) => {
      expect(() => parse(opening.repeat(100_000))).toThrow(/nested deeper/);
      expect(() => parse(`{"a":"x","b":${opening.repeat(100_000)}`)).toThrow(/nested deeper/);
    },
  );

  test('200 keys are accepted and 201 are not', () => {
    const object = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i])));
    expect(Object.keys(parse(object(200)) as object)).toHaveLength(200);
    expect(() => parse(object(201))).toThrow(/more than 200 keys/);
    expect(() => parse(object(50_000))).toThrow(/more than 200 keys/);
  });

  test('1,000 items are accepted and 1,001 are not', () => {
    const list = (count: number) => JSON.stringify({ list: Array(count).fill(0) });
    expect(parse(list(1_000))).toEqual({ list: Array(1_000).fill(0) });
    expect(() => parse(list(1_001))).toThrow(/more than 1000/);
  });

  test('commas and brackets inside text do not count', () => {
    const value = { text: '[,{'.repeat(10_000) };
    expect(parse(JSON.stringify(value))).toEqual(value);
  });
});

test.each(['null', '1', '"x"', 'true'])('%s at the root is refused', (text) => {
  expect(() => parse(text)).toThrow(/must be a JSON object/);
});

test('bytes that are not UTF-8 are refused', () => {
  const bytes = [[0xff], [0xc0, 0xaf], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]];
  for (const inside of bytes) {
    const body = Buffer.concat([Buffer.from('{"a":"'), Buffer.from(inside), Buffer.from('"}')]);
    expect(() => parseJsonBody(body)).toThrow(/not UTF-8/);
  }
  expect(() => parseJsonBody(Buffer.from('{"a":1}', 'utf16le'))).toThrow(refused);
});

test('a byte order mark is refused', () => {
  expect(() => parse('\ufeff{"a":1}')).toThrow(refused);
  expect(() => parse('\ufeff')).toThrow(refused);
});

test.each([
  '{"a":1}{"a":1}',
  '{"a":1} x',
  '{"a":01}',
  '{"a":+1}',
  '{"a":.5}',
  '{"a":NaN}',
  "{'a':1}",
  '{a:1}',
])('%s is not JSON', (text) => expect(() => parse(text)).toThrow(refused));

test.each(['{"a":1,}', '[1,]', '{"a":1 /* */}', '{"a":"\n"}', '{"a":"\\x41"}', '{"\\q":1}', '{"a', '{"a\\'])(
  '%j is not JSON',
  (text) => expect(() => parse(text)).toThrow(refused),
);

test('numbers keep the value that JSON.parse gives them', () => {
  const text = '{"a":-0,"b":1e3,"c":1.5E-7,"d":9007199254740991}';
  expect(parse(text)).toEqual(JSON.parse(text));
});
