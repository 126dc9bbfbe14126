import { expect, test } from 'vitest';
import { settingName, settingText } from './setting-text.ts';

test.each([
  ['sessionLifetimeSeconds', 'Session lifetime'],
  ['name', 'Name'],
  ['allowedOrigins', 'Allowed origins'],
  ['inviteSendSMS', 'Invite send SMS'],
  ['minLength', 'Min length'],
])('the setting %s reads “%s”', (name, text) => {
  expect(settingName(name)).toBe(text);
});

test.each<[name: string, value: unknown, en: string, de: string]>([
  ['sessionLifetimeSeconds', 660, '11 minutes', '11 Minuten'],
  ['inviteLifetimeSeconds', 86_400, '1 day', '1 Tag'],
  ['minLength', 12_000, '12,000', '12.000'],
  ['enabled', true, 'yes', 'yes'],
  ['enabled', false, 'no', 'no'],
  ['allowedOrigins', ['https://a.example', 'https://b.example'], 'https://a.example, https://b.example', ''],
  ['allowedOrigins', [], '–', '–'],
  ['name', '', '–', '–'],
  ['rateLimits', { signIn: 1 }, '{"signIn":1}', '{"signIn":1}'],
])('%s %j reads “%s”', (name, value, en, de) => {
  const words = { yes: 'yes', no: 'no' };
  expect(settingText(name, value, { language: 'en', ...words })).toBe(en);
  expect(settingText(name, value, { language: 'de', ...words })).toBe(de || en);
});
