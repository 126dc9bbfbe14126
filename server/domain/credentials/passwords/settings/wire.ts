import { type Static, t } from '../../../../http/schema.ts';
import type { PasswordSettings } from './password-settings.ts';

const fields = {
  enabled: t.flag({ description: 'Users can sign in with passwords' }),
  minLength: t.integer({ description: 'In characters' }),
  lowercase: t.flag({ description: 'Passwords need a lowercase letter' }),
  uppercase: t.flag({ description: 'Passwords need an uppercase letter' }),
  number: t.flag({ description: 'Passwords need a digit' }),
  nonAlphanumeric: t.flag({ description: 'Passwords need a special character' }),
  expiration: t.flag({ description: 'Passwords expire' }),
  expirationWeeks: t.integer(),
  reuse: t.flag({ description: 'Earlier passwords cannot be used again' }),
  reuseAmount: t.integer({ description: 'The number of earlier passwords that cannot be used again' }),
  lock: t.flag({ description: 'Lock the password after wrong ones in a row' }),
  lockAttempts: t.integer(),
  tempLock: t.flag({ description: 'Require a wait after wrong passwords in a row' }),
  tempLockAttempts: t.integer(),
  tempLockDuration: t.integer({ description: 'Minutes' }),
  refuseBreached: t.flag({
    description: 'Reject passwords that appeared in data breaches, if the instance has a list of them',
  }),
  enablePasswordStrength: t.flag(),
  passwordStrengthScore: t.integer({ description: '0 to 4' }),
};

const tenantId = t.reference({ description: 'Absent: the project' });

export const settingsReference = t.object({ tenantId });
export const settingsInput = t.object({ tenantId, ...t.partial(fields) });

export const settingsOutput = t.object(
  {
    tenantId: t.text(),
    ...fields,
    nonAlphaNumeric: t.flag({ description: 'nonAlphanumeric, as the Node SDK spells it' }),
  },
  { $id: 'PasswordSettings' },
);

export const policyOutput = t.object(
  {
    minLength: t.integer(),
    lowercase: t.flag(),
    uppercase: t.flag(),
    number: t.flag(),
    nonAlphanumeric: t.flag(),
    strengthScoreEnabled: t.flag(),
    strengthScore: t.integer(),
  },
  { $id: 'PasswordPolicy' },
);

export function settingsToWire(tenantId: string, settings: PasswordSettings): Static<typeof settingsOutput> {
  return { tenantId, ...settings, nonAlphaNumeric: settings.nonAlphanumeric };
}

export function policyToWire(settings: PasswordSettings): Static<typeof policyOutput> {
  const { minLength, lowercase, uppercase, number, nonAlphanumeric } = settings;
  return {
    minLength,
    lowercase,
    uppercase,
    number,
    nonAlphanumeric,
    strengthScoreEnabled: settings.enablePasswordStrength,
    strengthScore: settings.passwordStrengthScore,
  };
}
