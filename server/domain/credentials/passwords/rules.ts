import type { ProjectContext, ProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { defaultWaits, type WaitRules } from './attempts.ts';
import { whyGuessable } from './common-passwords.ts';
import { passwordSettings } from './settings/settings.ts';
import { findTenantIds } from './store.ts';

/** The rules for a password. 0 means that there is no such rule. */
export interface PasswordRules {
  isEnabled: boolean;
  minLength: number;
  lowercase: boolean;
  uppercase: boolean;
  number: boolean;
  nonAlphanumeric: boolean;
  refuseBreached: boolean;
  lifetimeMs: number;
  /** The number of last passwords, the current one included, that cannot be used again. */
  reuseAmount: number;
  lockAttempts: number;
  waits: WaitRules;
}

/** Follows the reason in the response to an administrator; the hosted pages show the reason alone. */
export const minimumHint =
  'The minimum is a setting of the project, or of the tenant: in the console under Authentication → Methods → ' +
  'Passwords';
/** Follows it in the response to any other API caller. */
export const minimumHintOfApi = ', in the API `minLength` (8 or more) of POST /v1/mgmt/password/settings.';

/** The longest password, in code points. A longer one is refused, never cut, because its hash would be no safer. */
export const maxPasswordLength = 128;
const maxBytes = 1_024;

const minuteMs = 60_000;
const weekMs = 7 * 24 * 60 * minuteMs;

/** Returns the rules for a user: those of their tenant if they are in exactly one, otherwise the project's. */
export async function rulesForUser(ctx: ProjectData, userId: string): Promise<PasswordRules> {
  const tenantIds = await findTenantIds(ctx.db, ctx.project.id, userId, 2);
  return rulesOf(ctx, tenantIds.length === 1 ? tenantIds[0] : undefined);
}

/** The kinds of characters that a password can be required to have. */
export const characterClasses = ['lowercase', 'uppercase', 'number', 'nonAlphanumeric'] as const;

export async function rulesOf(ctx: ProjectData, tenantId?: string): Promise<PasswordRules> {
  const settings = await passwordSettings(ctx, tenantId);
  const { enabled, minLength, lowercase, uppercase, number, nonAlphanumeric } = settings;
  return {
    isEnabled: enabled,
    minLength,
    lowercase,
    uppercase,
    number,
    nonAlphanumeric,
    refuseBreached: settings.refuseBreached,
    lifetimeMs: settings.expiration ? settings.expirationWeeks * weekMs : 0,
    reuseAmount: settings.reuse ? settings.reuseAmount : 0,
    lockAttempts: settings.lock ? settings.lockAttempts : 0,
    // Off means the default wait. Guessing without any wait is never allowed.
    waits: settings.tempLock
      ? { freeAttempts: settings.tempLockAttempts, longestMs: settings.tempLockDuration * minuteMs }
      : defaultWaits,
  };
}

/** Refuses password sign-ins if the settings turn off the method as a whole. */
export function requireEnabled({ isEnabled }: PasswordRules): void {
  if (!isEnabled)
    throw new ServiceError('E011004', 'Passwords are turned off. Turn them on in the password settings');
}

/**
 * Refuses, with E011003 and the reason in words, a password that the rules do not allow or that is easily guessed. `about`
 * has well-known facts about the user: login IDs, addresses, names.
 */
export function checkNewPassword(
  ctx: ProjectContext,
  password: string,
  rules: PasswordRules,
  about: readonly string[],
): void {
  const problem =
    whyTooShortOrLong(ctx, password, rules) ??
    whyWrongCharacters(password, rules) ??
    whyGuessable(password, [...about, ...about.flatMap(partsOfName), ...knownNames(ctx)]);
  if (problem) throw new ServiceError('E011003', `The password cannot be used: ${problem}`);
}

/** NIST SP 800-63B §3.1.1.2: each code point counts as one character, after normalisation. */
function whyTooShortOrLong(
  { actor }: ProjectContext,
  password: string,
  { minLength }: PasswordRules,
): string | undefined {
  const { length } = [...password.normalize('NFC')];
  if (length < minLength) {
    const hint = actor.type === 'administrator' ? `${minimumHint}.` : minimumHint + minimumHintOfApi;
    return `it must have at least ${minLength} characters. ${hint}`;
  }
  if (length > maxPasswordLength || Buffer.byteLength(password) > maxBytes) {
    return `it can have at most ${maxPasswordLength} characters`;
  }
  return undefined;
}

function whyWrongCharacters(password: string, rules: PasswordRules): string | undefined {
  if (rules.lowercase && !/\p{Ll}/u.test(password)) return 'it must contain a lowercase letter';
  if (rules.uppercase && !/\p{Lu}/u.test(password)) return 'it must contain an uppercase letter';
  if (rules.number && !/\p{Nd}/u.test(password)) return 'it must contain a digit';
  if (rules.nonAlphanumeric && !/[^\p{L}\p{M}\p{N}]/u.test(password)) {
    return 'it must contain a special character, such as ! or #';
  }
  return undefined;
}

function knownNames({ project, baseUrl }: ProjectContext): string[] {
  return ['Latchkey', project.name, new URL(baseUrl).hostname];
}

/** Splits a name: `jane.doe@example.com` into `jane`, `doe` and `jane.doe`. */
function partsOfName(name: string): string[] {
  const [local = ''] = name.split('@');
  return [local, ...local.split(/[^\p{L}\p{M}\p{N}]+/u)].filter((part) => part.length >= 3);
}
