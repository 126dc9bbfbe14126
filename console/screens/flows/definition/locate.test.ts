import { expect, test } from 'vitest';
import { findMistake, findPlace } from './locate.ts';
import { writeJson } from './write-json.ts';

const text = JSON.stringify(
  {
    start: 'password',
    methods: ['password', 'emailCode'],
    screens: {
      password: { signIn: { does: 'signInWithPassword', to: ['done'] }, back: { does: 'goBack', to: [] } },
      'second-factor': {},
    },
  },
  undefined,
  2,
);
const lineOf = (message: string) => {
  const place = findPlace(text, message);
  return place && text.slice(place.start, place.end).trim();
};

test('an error is shown at the value that it names', () => {
  expect(lineOf('dsl.start: x can start at y')).toBe('"start": "password",');
  expect(lineOf('flow.dsl.methods[1] must be one of …')).toBe('"emailCode"');
  expect(lineOf('dsl.screens.password.signIn.does: cannot do x')).toBe('"does": "signInWithPassword",');
  expect(lineOf('dsl.screens.second-factor: no interaction opens it')).toBe('"second-factor": {}');
});

test('what is missing is shown at the value that it is missing in', () => {
  expect(lineOf('dsl.screens.password.forgot: the flow needs it')).toBe('"password": {');
  expect(lineOf('The name is too long')).toBeUndefined();
  expect(findPlace('{', 'dsl.start: must be …')).toBeUndefined();
});

test.each([
  ['{\n  "a": 1,\n  "b": }', 3],
  ['{\n  "a": 1\n  "b": 2\n}', 3],
  ['{\n  "a": "x\n}', 2],
  ['{\n  "a": [1, 2\n}', 3],
  ['{}\n}', 2],
  ['{\n  a: 1\n}', 2],
  ['', 1],
  ['{"a": 01}', 1],
])('%j is wrong in line %i', (text, line) => {
  expect(findMistake(text)?.line).toBe(line);
});

test.each(['{}', '[]', ' {"a":[1,-2.5e3,true,false,null,"x\\"y\\u00e4"]} ', text, '"x"'])(
  '%j is right',
  (text) => {
    expect(findMistake(text)).toBeUndefined();
    expect(() => JSON.parse(text)).not.toThrow();
  },
);

test('a definition is written as JSON with a line for each field, and one for a list of texts', () => {
  const value = { to: ['a', 'b'], none: [], screens: { x: {}, y: { list: [{ a: 1 }] } }, text: 'ä"' };
  expect(JSON.parse(writeJson(value))).toEqual(value);
  expect(writeJson({ to: ['a', 'b'], screens: { x: { y: null } } })).toBe(
    '{\n  "to": ["a", "b"],\n  "screens": {\n    "x": {\n      "y": null\n    }\n  }\n}',
  );
});
