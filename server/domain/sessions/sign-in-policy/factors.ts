import type { ProjectContext } from '../../../core/context.ts';
import { ask } from '../../../core/event.ts';
import type { User } from '../../directory/users/user.ts';
import { recoveryCodesLeft } from './events.ts';
import { type Factor, type SecondFactor, secondFactors } from './policy.ts';

/** The factors behind the values of `amr`. `mgmt` is none: the project's own server vouches for the user. */
const factorOf: Record<string, Factor> = {
  pwd: 'password',
  totp: 'totp',
  webauthn: 'passkey',
  email: 'email',
  sms: 'sms',
  oauth: 'oauth',
  fed: 'sso',
  embedded: 'embeddedLink',
  recovery: 'recoveryCode',
};

/** Returns the different kinds of proof in an `amr`. */
export function factorsIn(amr: readonly string[]): Factor[] {
  return [...new Set(amr.flatMap((value) => factorOf[value] ?? []))];
}

/** Tells for each second factor whether the user has it, so that they could prove it now. */
export type EnrolledFactors = Record<SecondFactor, boolean>;

/**
 * Returns the second factors that the user can prove. An address counts once it is verified. Recovery codes stand in for
 * another factor, so they do not count alone. Costs a query for users who have another one.
 */
export async function enrolledFactors(ctx: ProjectContext, user: User): Promise<EnrolledFactors> {
  const others = {
    totp: user.hasTotp,
    passkey: user.hasPasskey,
    sms: user.phone !== '' && user.verifiedPhone,
    email: user.email !== '' && user.verifiedEmail,
  };
  const hasOther = Object.values(others).some(Boolean);
  const recoveryCode = hasOther && (await ask(ctx, recoveryCodesLeft, { userId: user.id })) > 0;
  return { ...others, recoveryCode };
}

/**
 * Returns the second factors that the user could add within a sign-in that awaits one. An address that was never verified is
 * added by the first code that arrives there.
 */
export function enrollableFactors(user: User): SecondFactor[] {
  const can: Partial<EnrolledFactors> = {
    totp: true,
    passkey: true,
    sms: user.phone !== '' && !user.verifiedPhone,
    email: user.email !== '' && !user.verifiedEmail,
  };
  return secondFactors.filter((one) => can[one]);
}
