import { expect, test } from 'vitest';
import { processorSeconds } from '../../test/processor-time.ts';
import { readCredentials } from './credentials.ts';

const projectId = `P${'a'.repeat(27)}`;
const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln';
const none = { token: undefined, key: undefined, firstKey: undefined, lastKey: undefined };

test.each([
  [`Bearer ${projectId}`, none],
  [`bearer ${projectId}`, none],
  [`BEARER ${projectId}`, none],
  [`Bearer  ${projectId}`, none],
  [`Bearer ${projectId} `, none],
  [`Bearer ${projectId}:`, none],
  [`Bearer ${projectId}:${jwt}`, { ...none, token: jwt }],
  [`Bearer ${projectId}:key_-0`, { ...none, key: 'key_-0', firstKey: 'key_-0', lastKey: 'key_-0' }],
  [`Bearer ${projectId}:${jwt}:key`, { token: jwt, key: 'key', firstKey: 'key', lastKey: 'key' }],
  [`Bearer ${projectId}:key:${jwt}`, { ...none, token: jwt, key: 'key', firstKey: 'key' }],
  [
    `Bearer ${projectId}:accessKey:managementKey`,
    { ...none, key: 'managementKey', firstKey: 'accessKey', lastKey: 'managementKey' },
  ],
  [`Bearer ${projectId}::key`, { ...none, key: 'key', firstKey: 'key', lastKey: 'key' }],
])('%j gives the project and the rest of the credentials', (header, rest) => {
  expect(readCredentials(header)).toEqual({ projectId, ...rest });
});

test('a key without a project is read as a project ID, which no project has', () => {
  expect(readCredentials('Bearer :key')).toEqual({ projectId: 'key', ...none });
});

test.each([
  undefined,
  '',
  'Bearer',
  'Bearer ',
  `Basic ${projectId}`,
  `Bearer${projectId}`,
  projectId,
  'Bearer a b',
  `Bearer\t${projectId}`,
  `Bearer ${projectId}\t`,
  `Bearer ${projectId}, Bearer ${projectId}`,
  `Bearer ${projectId}:kéy`,
  `Bearer ${projectId}:k\u0000`,
  `Bearer ${projectId}:a:b:c`,
  `Bearer ${projectId}:${'k'.repeat(8_192)}`,
])('%j is refused', (header) => {
  expect(() => readCredentials(header)).toThrow(expect.objectContaining({ code: 'E111119' }));
});

test('every refusal has the same text', () => {
  const messages = [undefined, 'Basic x', 'Bearer a b'].map((header) => {
    try {
      return readCredentials(header);
    } catch (error) {
      return (error as Error).message;
    }
  });
  expect(new Set(messages).size).toBe(1);
});

test('a hostile value is refused in linear time', () => {
  for (const header of [
    `Bearer ${' '.repeat(8_000)}\t`,
    `Bearer ${'a '.repeat(4_000)}`,
    `Bearer ${':'.repeat(8_000)}a:b:c:d`,
  ]) {
    // In quadratic time, each would need a tenth of a second or more.
    const seconds = processorSeconds(() => expect(() => readCredentials(header)).toThrow(), 100);
    expect(seconds).toBeLessThan(3);
  }
});
