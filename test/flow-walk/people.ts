import { totpCode } from '../authenticator-app.ts';
import { Authenticator } from '../counterparts/authenticator.ts';
import { FlowBrowser, page, password } from '../flows.ts';
import type { Latchkey } from '../harness.ts';
import { codeSentTo } from '../messages.ts';
import { setPolicy } from '../sign-in-policy.ts';
import { enrolTotp, signInByPassword, withToken } from '../signed-in.ts';

export const origin = new URL(page).origin;
/** An origin on which the project’s passkeys do not work. */
export const foreignOrigin = 'https://elsewhere.example';

/** The belongings of a user from the start, besides a password and two verified addresses. */
export type Belonging = 'totp' | 'passkey' | 'recoveryCodes';

export interface Wanted {
  has?: readonly Belonging[];
  /** The second factors that the user's policy counts. Absent: none is required. */
  policy?: readonly string[];
  graceDays?: number;
  when?: 'newDevice';
  /** The browser is one that the user has trusted. */
  trustsDevice?: true;
  /** The user types the email address, not the name. */
  typesEmail?: boolean;
  hasUnverifiedAddresses?: boolean;
  hasNoPassword?: boolean;
  passwordIsExpired?: boolean;
  /** The user has this and neither a password nor an address. */
  only?: 'totp' | 'passkey';
  /** The session began with a code, and not with the password. */
  begunBy?: 'email';
  /** The flow runs in a session of the user. */
  needsSession?: boolean;
  /** Nobody has an account yet. `phone`: the number is typed. */
  isNew?: 'email' | 'phone';
}

/** A user, and everything with which they answer screens. */
export interface Person {
  has: Set<Belonging | 'account'>;
  name: string;
  typed: string;
  email: string;
  phone: string;
  password: string;
  device: Authenticator;
  recoveryCodes: string[];
  /** Returns the code of the authenticator app for a new time step. */
  totp(): string;
  refreshJwt: string;
  /** The token by which the browser is trusted. */
  deviceToken: string;
}

/** Creates the users of a walk. Their policies are those of roles, so that all users live in one project. */
export function peopleOf(latchkey: Latchkey) {
  let counter = 0;
  const roles = new Map<string, string>();

  async function manage(path: string, body: object) {
    const answer = await latchkey.manage('POST', `/v1/mgmt/${path}`, body);
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  async function roleOf(policy: readonly string[], { graceDays = 0, when = 'always' } = {}): Promise<string> {
    const key = `${policy.join(' or ')} ${when} in ${graceDays} days`;
    const known = roles.get(key);
    if (known) return known;
    await manage('role/create', { name: key });
    await setPolicy(latchkey, { when, methods: policy, graceDays }, { roleName: key, sso: 'asserted' });
    roles.set(key, key);
    return key;
  }

  /** Replaces the policy of a user. */
  async function demand(
    typed: string,
    policy: readonly string[],
    more: { graceDays?: number; when?: string } = {},
  ): Promise<void> {
    await manage('user/update/role/set', { loginId: typed, roleNames: [await roleOf(policy, more)] });
  }

  async function create(wanted: Wanted): Promise<Person> {
    counter += 1;
    const { has = [], policy, graceDays, typesEmail, isNew } = wanted;
    const name = `walker-${counter}`;
    const email = `${name}@corp.example`;
    const phone = `+4915112${String(counter).padStart(6, '0')}`;
    const device = new Authenticator();
    const person: Person = {
      has: new Set(isNew ? [] : ['account', ...has]),
      name,
      typed: isNew === 'phone' ? phone : isNew || typesEmail ? email : name,
      email,
      phone,
      password,
      device,
      recoveryCodes: [],
      totp: () => {
        throw new Error(`${name} has no authenticator`);
      },
      refreshJwt: '',
      deviceToken: '',
    };
    if (isNew) return person;
    if (wanted.only) {
      person.has = new Set(['account', wanted.only]);
      person.refreshJwt = await signUpOnly(person, wanted.only);
      return person;
    }
    const verified = !wanted.hasUnverifiedAddresses;
    const loginId = person.typed;
    await manage('user/create', {
      loginId,
      email,
      phone,
      verifiedEmail: verified,
      verifiedPhone: verified,
    });
    if (!wanted.hasNoPassword) await manage('user/password/set/active', { loginId, password });
    if (has.length > 0 || wanted.needsSession) {
      const { body } = await signInByPassword(latchkey, { loginId, password });
      person.refreshJwt = body.refreshJwt;
    }
    const { refreshJwt } = person;
    if (has.includes('totp')) person.totp = await enrolTotp(latchkey, { loginId }, refreshJwt);
    if (has.includes('passkey')) {
      const begun = await withToken(latchkey, 'POST', '/v1/auth/webauthn/update/start', refreshJwt, {
        loginId,
        origin,
      });
      const { transactionId, options } = begun.body;
      const response = device.create(options, { origin });
      const added = { transactionId, response };
      await withToken(latchkey, 'POST', '/v1/auth/webauthn/update/finish', refreshJwt, added);
    }
    if (has.includes('recoveryCodes')) {
      const made = await withToken(latchkey, 'POST', '/v1/auth/recovery-codes', refreshJwt, { loginId });
      person.recoveryCodes = made.body.codes.map(({ code }: { code: string }) => code);
    }
    if (wanted.begunBy) {
      await latchkey.request('POST', '/v1/auth/otp/signin/email', { body: { loginId } });
      const proof = { loginId, code: await codeSentTo(latchkey, email) };
      const begun = await latchkey.request('POST', '/v1/auth/otp/verify/email', { body: proof });
      person.refreshJwt = begun.body.refreshJwt;
    }
    if (wanted.passwordIsExpired) await manage('user/password/expire', { loginId });
    if (policy)
      await demand(loginId, policy, {
        ...(graceDays && { graceDays }),
        ...(wanted.when && { when: wanted.when }),
      });
    if (wanted.trustsDevice) person.deviceToken = await trustDevice(person);
    return person;
  }

  /** Signs in with two factors in a browser that the user then trusts. */
  async function trustDevice({ typed, totp }: Person): Promise<string> {
    const browser = new FlowBrowser(latchkey);
    await browser.start('sign-in', { interactionId: 'continue', input: { loginId: typed } });
    await browser.press('usePassword');
    await browser.press('signIn', { password });
    const { authInfo } = await browser.press('continue', { code: totp(), trust: 'true' });
    return authInfo.trustedDeviceJwt;
  }

  /** Signs up without a password or an address. */
  async function signUpOnly(person: Person, only: 'totp' | 'passkey'): Promise<string> {
    const { name, device } = person;
    const post = (path: string, body: object) => latchkey.request('POST', `/v1/auth/${path}`, { body });
    if (only === 'totp') {
      const { body } = await post('totp/signup', { loginId: name });
      person.totp = () => codeOfSecret(latchkey, body.key);
      return (await post('totp/verify', { loginId: name, code: person.totp() })).body.refreshJwt;
    }
    const begun = await post('webauthn/signup/start', { loginId: name, user: {}, origin });
    const { transactionId, options } = begun.body;
    const response = device.create(options, { origin });
    return (await post('webauthn/signup/finish', { transactionId, response })).body.refreshJwt;
  }

  return { create, demand };
}

export type People = ReturnType<typeof peopleOf>;

/** Returns the code of an authenticator that was just set up. */
export function codeOfSecret(latchkey: Latchkey, secret: string): string {
  latchkey.advance(30_000);
  return totpCode(secret.replaceAll(' ', ''), latchkey.service.now());
}
