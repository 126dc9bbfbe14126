import { describe, expect, test } from 'vitest';
import { formatMessage, frame, logAudit, severities } from './message.ts';

const message = {
  facility: logAudit,
  severity: severities.warn,
  time: Date.UTC(2026, 10, 23, 4, 5, 6, 789),
  hostname: 'auth.example.com',
  appName: 'latchkey',
  messageId: 'LoginFailed',
  sequence: 4711,
  content: '{"a":1}',
};

describe('a syslog message', () => {
  test('has the header of RFC 5424', () => {
    expect(formatMessage(message)).toBe(
      '<108>1 2026-11-23T04:05:06.789Z auth.example.com latchkey - LoginFailed [meta sequenceId="4711"] {"a":1}',
    );
    expect(formatMessage({ ...message, sequence: undefined })).toContain(' LoginFailed - {"a":1}');
  });

  test('is plain ASCII, and its names have no white space and a limited length', () => {
    const content = JSON.stringify({ name: 'Ä 😀\u007f\n' });
    const text = formatMessage({
      ...message,
      content,
      messageId: `two words ${'x'.repeat(50)}`,
      hostname: '',
    });
    expect(text).toMatch(/^[\x20-\x7e]+$/);
    const [, json = ''] = /\] (.*)$/.exec(text) ?? [];
    expect(JSON.parse(json)).toEqual(JSON.parse(content));
    expect(text.split(' ')[2]).toBe('-');
    expect(text.split(' ')[5]).toBe(`two_words_${'x'.repeat(22)}`);
  });

  test('has a sequence number of 31 bits, which begins again at 1', () => {
    const idOf = (sequence: number) =>
      /sequenceId="(\d+)"/.exec(formatMessage({ ...message, sequence }))?.[1];
    expect([1, 2_147_483_647, 2_147_483_648].map(idOf)).toEqual(['1', '2147483647', '1']);
  });

  test('is sent after its length in bytes', () => {
    expect(frame(['ab', 'cdä'])).toBe('2 ab4 cdä');
  });
});
