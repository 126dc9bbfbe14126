import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { processorSeconds } from '../../../test/processor-time.ts';
import { refusal } from './fixture.ts';
import { decodeSamlMessage, inflateSamlMessage } from './message.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

test('base64 may be broken into lines', () => {
  const lines = base64('<a>grüße</a>'.repeat(20)).replace(/.{76}/g, '$&\r\n');
  expect(decodeSamlMessage(lines)).toBe('<a>grüße</a>'.repeat(20));
});

test.each([[''], ['PGEvPg'], ['PGEv*Pg=='], ['PGEvPh=='], ['PGEv Pg=='], ['_-8='], ['====']])(
  'text that is not strict base64 is refused: %s',
  (text) => {
    expect(refusal(() => decodeSamlMessage(text))).toMatch(/^encoding: /);
  },
);

test('bytes that are not UTF-8 are refused', () => {
  expect(refusal(() => decodeSamlMessage(Buffer.from([0xc0, 0xaf]).toString('base64')))).toMatch(
    /^encoding: /,
  );
});

test('more than 256 KiB of base64 is refused', () => {
  expect(decodeSamlMessage('A'.repeat(256 * 1024))).toHaveLength(192 * 1024);
  expect(refusal(() => decodeSamlMessage('A'.repeat(256 * 1024 + 4)))).toMatch(/^too-large: /);
});

test('a compressed message is inflated, and one that inflates to 100 MB stops at the limit', () => {
  expect(inflateSamlMessage(deflateRawSync('<a/>').toString('base64'))).toBe('<a/>');
  const bomb = deflateRawSync(Buffer.alloc(100_000_000)).toString('base64');
  expect(bomb.length).toBeLessThan(256 * 1024);
  // Counts this thread's buffers only, because other threads run other tests.
  const before = process.memoryUsage().arrayBuffers;
  expect(refusal(() => inflateSamlMessage(bomb))).toMatch(/^too-large: /);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  // Forty complete ones would be four gigabytes.
  expect(processorSeconds(() => refusal(() => inflateSamlMessage(bomb)), 40)).toBeLessThan(1.5);
});

test('an uncompressed message is refused', () => {
  expect(refusal(() => inflateSamlMessage(base64('<a/>')))).toMatch(/^encoding: /);
});
