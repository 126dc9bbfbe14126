import { expect, test } from 'vitest';
import { passwordFieldMessages, passwordRule } from './password-field-messages.ts';

const settings = {
  enabled: true,
  minLength: 15,
  lowercase: false,
  uppercase: false,
  number: false,
  nonAlphanumeric: false,
};

test('the rule for a password is one sentence, before it is broken', () => {
  expect(passwordRule(settings, passwordFieldMessages.en)).toBe('At least 15 characters.');
  expect(passwordRule({ ...settings, lowercase: true, number: true }, passwordFieldMessages.en)).toBe(
    'At least 15 characters, with a lowercase letter, a digit.',
  );
  expect(passwordRule({ ...settings, enabled: false }, passwordFieldMessages.en)).toContain('turned off');
});
