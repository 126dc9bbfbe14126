import { expect, test } from 'vitest';
import { neededFor } from './needed-setup.ts';

const methods = ['password', 'emailCode', 'smsCode', 'magicLink', 'totp', 'sso', 'oauth', 'passkey'] as const;
const missing = (channels: string[], hasProvider: boolean) =>
  methods.flatMap((method) => neededFor(method, { channels, hasProvider }) ?? []);

test('names what keeps a method from the sign-in page, as long as it is missing', () => {
  expect(missing([], false)).toEqual(['emailConnector', 'smsConnector', 'anyConnector', 'provider']);
  expect(missing(['email'], false)).toEqual(['smsConnector', 'provider']);
  expect(missing(['sms'], true)).toEqual(['emailConnector']);
  expect(missing(['email', 'sms'], true)).toEqual([]);
});
