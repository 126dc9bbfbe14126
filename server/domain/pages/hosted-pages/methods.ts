import { type SignInMethod, signInMethods } from '../../../core/hosted-pages.ts';
import type { Channel } from '../../credentials/challenges/challenge.ts';
import { targetOfSignIn, targetOfSignUpOrIn } from '../../credentials/challenges/target.ts';
import { sendMagicLink } from '../../credentials/magic-links/send-link.ts';
import { sendCode } from '../../credentials/otp/send-code.ts';
import { startTotpSignUp } from '../../credentials/totp/start-totp.ts';
import { isEmail, isPhone } from '../../directory/users/identifiers/address.ts';
import { foldLoginId } from '../../directory/users/identifiers/login-id.ts';
import { plainSignInOptions } from '../../sessions/sessions/sign-in-options.ts';
import { canSend, hasPasswords } from './availability.ts';
import { type Flow, type Outcome, went } from './flow.ts';

/** Methods that begin with the login ID. The others are on the first page. */
export type NamedMethod = Exclude<SignInMethod, 'oauth' | 'passkey'>;

export function isNamed(method: SignInMethod): method is NamedMethod {
  return method !== 'oauth' && method !== 'passkey';
}

/**
 * Lists the methods to offer. They depend on the project and on the form of the login ID, but never on whether the user
 * exists: everyone sees the same pages.
 */
export async function offeredMethods(flow: Flow): Promise<NamedMethod[]> {
  const named = flow.ctx.project.settings.hostedPages.signInMethods.filter(isNamed);
  if (provesAddress(flow)) return provingMethods(flow, named);
  const offered = await possibleOf(flow, named);
  return offered.includes('sso') ? ['sso', ...offered.filter((method) => method !== 'sso')] : offered;
}

/** Reports whether the sign-up must prove an address before the account is created. */
export function provesAddress({ ctx, visit }: Pick<Flow, 'ctx' | 'visit'>): boolean {
  return visit.signUp !== undefined && ctx.project.settings.hostedPages.signUpProvesAddress;
}

/** Lists the project's methods that prove the address. A project without any, such as one with passwords only, sends a code. */
async function provingMethods(flow: Flow, named: NamedMethod[]): Promise<NamedMethod[]> {
  const offered = await possibleOf(flow, named.filter(isByMessage));
  return offered.length > 0 ? offered : possibleOf(flow, ['emailCode', 'smsCode']);
}

export function isByMessage(method: SignInMethod): boolean {
  return method === 'emailCode' || method === 'smsCode' || method === 'magicLink';
}

async function possibleOf(flow: Flow, methods: NamedMethod[]): Promise<NamedMethod[]> {
  const kind = addressKindOf(flow.visit.loginId);
  const possible = await Promise.all(methods.map((method) => isPossible(flow, method, kind)));
  return methods.filter((_, i) => possible[i]);
}

async function isPossible(
  { ctx, visit }: Flow,
  method: NamedMethod,
  { email, phone }: AddressKind,
): Promise<boolean> {
  switch (method) {
    case 'password':
      return hasPasswords(ctx);
    case 'totp':
      return true;
    case 'sso':
      return visit.sso === true && !visit.signUp;
    case 'emailCode':
      return (visit.signUp ? email : !phone) && canSend(ctx, 'email');
    case 'smsCode':
      return (visit.signUp ? phone : !email) && canSend(ctx, 'sms');
    case 'magicLink':
      return (!visit.signUp || email || phone) && canSend(ctx, phone ? 'sms' : 'email');
  }
}

interface AddressKind {
  email: boolean;
  phone: boolean;
}

export function addressKindOf(loginId: string): AddressKind {
  const folded = foldLoginId(loginId);
  return { email: isEmail(folded), phone: isPhone(folded) };
}

function linkChannel(loginId: string): Channel {
  return addressKindOf(loginId).phone ? 'sms' : 'email';
}

export function readMethod(text: string | undefined): NamedMethod | undefined {
  return signInMethods.filter(isNamed).find((method) => method === text);
}

/** Goes to the step of a method, and sends its message if it has one. */
export async function beginMethod(flow: Flow, method: NamedMethod): Promise<Outcome> {
  const { visit } = flow;
  switch (method) {
    case 'password':
      return { step: 'password', visit: went(visit) };
    case 'sso':
      return { step: 'sso', visit: went(visit) };
    case 'totp':
      return visit.signUp ? beginTotpSignUp(flow) : { step: 'authenticator', visit: went(visit) };
    case 'emailCode':
      return beginCode(flow, 'email');
    case 'smsCode':
      return beginCode(flow, 'sms');
    case 'magicLink':
      return beginLink(flow);
  }
}

async function beginCode(flow: Flow, channel: Channel): Promise<Outcome> {
  const { ctx, visit, language } = flow;
  await flow.count('message');
  const outcome: Outcome = { step: 'code', visit: went(visit, { channel }) };
  const alongside = await flow.keeping?.(outcome);
  await sendCode(ctx, channel, findTarget(flow, channel), { locale: language.tag }, alongside);
  return outcome;
}

async function beginLink(flow: Flow): Promise<Outcome> {
  const { ctx, visit, place, language } = flow;
  const channel = linkChannel(visit.loginId);
  await flow.count('message');
  const outcome: Outcome = { step: 'link', visit: went(visit) };
  const alongside = await flow.keeping?.(outcome);
  const options = { locale: language.tag };
  await sendMagicLink(ctx, channel, place.linkTarget, findTarget(flow, channel), options, alongside);
  return outcome;
}

/** Finds the recipient. A user who signs up but exists is signed in: the answer and the next step are identical. */
function findTarget({ ctx, visit }: Flow, channel: Channel) {
  const request = { loginId: visit.loginId, channel, terms: plainSignInOptions };
  const { signUp, signUpOrIn } = visit;
  return () =>
    signUp || signUpOrIn ? targetOfSignUpOrIn(ctx, { ...request, ...signUp }) : targetOfSignIn(ctx, request);
}

async function beginTotpSignUp(flow: Flow): Promise<Outcome> {
  const { ctx, visit } = flow;
  await flow.count('signUp');
  const { name } = visit.signUp ?? {};
  const { secret } = await startTotpSignUp(ctx, {
    loginId: visit.loginId,
    details: { ...(name && { name }) },
  });
  return { step: 'enrol', visit: went(visit, { totpSecret: secret }) };
}
