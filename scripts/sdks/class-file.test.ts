import { expect, test } from 'vitest';
import { pathsInClassFile } from './class-file.ts';

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([1, bytes.length >> 8, bytes.length & 0xff]), bytes]);
}
const string = (index: number): Buffer => Buffer.from([8, 0, index]);
const long = Buffer.from([5, 0, 0, 0, 0, 0, 0, 0, 9]);
const classReference = (index: number): Buffer => Buffer.from([7, 0, index]);
const methodHandle = Buffer.from([15, 6, 0, 1]);

/** `slots`: the number of indices that the constants occupy; a long occupies two. */
function classFile(slots: number, ...constants: Buffer[]): Buffer {
  const head = Buffer.from([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61, 0, slots + 1]);
  return Buffer.concat([head, ...constants, Buffer.from('the rest of the class')]);
}

test('paths among the string constants are found, in order, whatever stands between', () => {
  const file = classFile(
    8,
    ...[text('/v1/mgmt/user'), string(1), long],
    // The long before it occupies two indices: this is 5.
    ...[text('/v1/auth/me'), methodHandle, string(5), classReference(5)],
  );
  expect(pathsInClassFile(file)).toEqual(['/v1/auth/me', '/v1/mgmt/user']);
});

test('a text that is no string constant, as a name is, counts for nothing', () => {
  expect(pathsInClassFile(classFile(1, text('/v1/mgmt/user')))).toEqual([]);
});

test('the recipe of a concatenation has a value where Java puts one', () => {
  expect(pathsInClassFile(classFile(2, text('\u0001/v2/keys/\u0001'), string(1)))).toEqual([
    '/v2/keys/:value',
  ]);
});

test('another file is refused', () => {
  expect(() => pathsInClassFile(Buffer.from('PK\u0003\u0004 an archive'))).toThrow('not a Java class file');
});
