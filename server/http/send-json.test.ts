import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { jsonBody } from './send-json.ts';

const list = (length: number) => Array.from({ length }, (_, index) => ({ index, text: `"${index}" ü` }));

test('a short answer is one text', () => {
  expect(jsonBody({ users: list(200), total: 200 })).toBe(JSON.stringify({ users: list(200), total: 200 }));
});

test.each([201, 1_000, 1_234])(
  'an answer with %i entries comes in pieces that make the same text',
  async (n) => {
    const output = { absent: undefined, users: list(n), total: n, none: null, roles: list(n) };
    const body = jsonBody(output) as Readable;
    expect(body).toBeInstanceOf(Readable);
    expect(await text(body)).toBe(JSON.stringify(output));
  },
);

test('other requests are served while a long response is written', async () => {
  let turns = 0;
  let isWritten = false;
  const count = (): void => {
    turns += 1;
    if (!isWritten) setImmediate(count);
  };
  setImmediate(count);
  await text(jsonBody({ users: list(10_000) }) as Readable);
  isWritten = true;
  expect(turns).toBeGreaterThanOrEqual(10);
});
