import * as openid from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Provider, prepare, startProvider } from '../../../../test/applications.ts';
import { FormBrowser } from '../../../../test/browser.ts';
import { codesOf } from '../../../../test/codes.ts';
import { Authenticator } from '../../../../test/counterparts/authenticator.ts';
import type { Answer, Latchkey } from '../../../../test/harness.ts';
import { back, password } from '../../../../test/hosted-pages.ts';
import {
  codeOf,
  connectTenant,
  createIdentityProvider,
  type IdentityProvider,
  SsoBrowser,
} from '../../../../test/identity-provider.ts';
import { codeSentTo, secretSentTo } from '../../../../test/messages.ts';
import { connectSimulator, exchange, OAuthBrowser } from '../../../../test/oauth-browser.ts';
import { passkeysOf } from '../../../../test/passkeys.ts';
import { setPolicy } from '../../../../test/sign-in-policy.ts';
import { enrolTotp, refresh, signInByPassword, verifyTotp, withToken } from '../../../../test/signed-in.ts';

/**
 * Signs in by every door, with every second factor that a user can have, under a policy of everything that can have one, and
 * compares the outcomes with the table in `matrix.md`.
 */

type Factor = 'none' | 'totp' | 'passkey' | 'email';

interface Person {
  factor: Factor;
  loginId: string;
  userId: string;
  authenticator: Authenticator;
  code: () => string;
  recoveryCodes: string[];
  /** A session, a browser and an application's refresh token from before the policy. */
  refreshJwt: string;
  browser: FormBrowser;
  appRefreshToken: string;
  trustedDevice: string;
}

let provider: Provider;
let latchkey: Latchkey;
let passkeys: ReturnType<typeof passkeysOf>;
let codes: ReturnType<typeof codesOf>;
let idp: IdentityProvider;
let client: Awaited<ReturnType<Provider['createClient']>>;
const people: Person[] = [];

const mfa = { mfa: true };
const asked = { when: 'newDevice', methods: ['totp', 'passkey', 'email', 'recoveryCode'] };

/** The holders of a policy. The users are members of `own`, with a role there and its identity provider, and of `other`. */
const subjects: Record<string, Record<string, unknown>> = {
  'the project': {},
  'the tenant whose identity provider the user has': { tenantId: 'own' },
  'another tenant of the user': { tenantId: 'other' },
  'a sub-tenant in which the user inherits a role': { tenantId: 'sub' },
  'the parent of the user’s tenant': { tenantId: 'top' },
  'a role that the user has in a tenant': { roleName: 'Clerk' },
  'an application': {},
};

beforeAll(async () => {
  provider = await startProvider();
  ({ latchkey } = provider);
  passkeys = passkeysOf(latchkey);
  codes = codesOf(latchkey);
  await provider.configure({ redirectUrls: [back] });
  await connectSimulator(latchkey, 'acme');
  await manage('role/create', { name: 'Clerk' });
  await manage('role/create', { name: 'Support', permissionNames: ['Impersonate'] });
  await manage('user/create', { loginId: 'support', roleNames: ['Support'] });
  await manage('tenant/create', { id: 'top', name: 'Top' });
  await manage('tenant/create', { id: 'other', name: 'Other' });
  idp = await createIdentityProvider(latchkey, 'https://idp.people.example/metadata');
  const rest = { domains: ['people.example'] };
  await connectTenant(latchkey, 'own', idp, { renewUserDetails: false }, rest);
  await manage('tenant/update', { id: 'own', name: 'Tenant own', parent: 'top' });
  await manage('tenant/create', { id: 'sub', name: 'Sub', parent: 'own' });
  client = await provider.createClient();
  subjects['an application'] = { ssoAppId: client.appId };
  for (const factor of ['none', 'totp', 'passkey', 'email'] as const) people.push(await makePerson(factor));
});
afterAll(() => latchkey.close());

async function manage(path: string, body: object): Promise<Answer['body']> {
  return provider.manage(`/v1/mgmt/${path}`, body);
}

/** Creates a user who can sign in by every door, and has this second factor. */
async function makePerson(factor: Factor): Promise<Person> {
  const loginId = `${factor}@login.example`;
  const { user } = await manage('user/create', {
    loginId,
    email: nameIdOf(factor),
    verifiedEmail: true,
    ssoAppIds: [client.appId],
    userTenants: [{ tenantId: 'own', roleNames: ['Clerk'] }, { tenantId: 'other' }],
  });
  await manage('user/password/set/active', { loginId, password });
  expect(await outcomeOf(await bySso(factor))).toBe('signed in');
  await manage('user/update/email', { loginId, email: loginId, verified: true });
  expect(await outcomeOf(await byOAuth(loginId))).toBe('signed in');
  if (factor !== 'email') await manage('user/update/email', { loginId, email: '', verified: false });
  const { refreshJwt } = (await signInByPassword(latchkey, { loginId, password })).body;
  const authenticator = new Authenticator();
  let code = () => '';
  if (factor === 'totp') code = await enrolTotp(latchkey, { loginId }, refreshJwt);
  if (factor === 'passkey') await passkeys.add(authenticator, loginId, refreshJwt);
  const made =
    factor === 'none'
      ? []
      : (await withToken(latchkey, 'POST', '/v1/auth/recovery-codes', refreshJwt, { loginId })).body.codes;
  const browser = new FormBrowser(latchkey);
  const { url, checks } = await prepare(client.config);
  const { location } = await provider.signInAt(browser, url, loginId);
  const tokens = await openid.authorizationCodeGrant(client.config, new URL(location), checks);
  return {
    factor,
    loginId,
    userId: user.userId,
    authenticator,
    code,
    browser,
    trustedDevice: '',
    recoveryCodes: made.map(({ code }: { code: string }) => code),
    refreshJwt,
    appRefreshToken: tokens.refresh_token ?? '',
  };
}

/** Says in words what became of a sign-in. */
async function outcomeOf({ status, body }: Answer): Promise<string> {
  if (status === 200) return 'signed in';
  const { errorCode, mfa } = body;
  if (errorCode === 'E064007') return `${mfa.enrol ? 'adds' : 'proves'} ${mfa.methods.join(', ')}`;
  return `${status} ${errorCode} ${body.errorMessage}`;
}

/** The name at the identity provider, which owns the domain. Pages would send a login ID there. */
const nameIdOf = (factor: Factor) => `${factor}@people.example`;

async function bySso(factor: Factor): Promise<Answer> {
  const browser = new SsoBrowser(latchkey);
  const request = await browser.start('own');
  const answer = await browser.post(request.acsUrl, await idp.respond(request, { nameId: nameIdOf(factor) }));
  return latchkey.request('POST', '/v1/auth/sso/exchange', { body: { code: codeOf(answer) } });
}

async function byOAuth(email: string): Promise<Answer> {
  const fields = { nameId: `sub-${email}`, email, name: 'Owner' };
  return exchange(latchkey, await new OAuthBrowser(latchkey).signIn('acme', fields));
}

const byPassword = ({ loginId }: Person, headers: Record<string, string> = {}) =>
  latchkey.request('POST', '/v1/auth/password/signin', { body: { loginId, password }, headers });

/** Trusts a device of the user, in the way that they can. */
async function trustDevice(person: Person): Promise<void> {
  const { loginId, factor } = person;
  const loginOptions = { mfa: true, trustDevice: true };
  const { refreshJwt } = (await byPassword(person)).body;
  if (factor === 'totp') {
    const { body } = await verifyTotp(latchkey, { loginId, code: person.code(), loginOptions }, refreshJwt);
    person.trustedDevice = body.trustedDeviceJwt;
  }
  if (factor === 'passkey') {
    const begun = await passkeys.start('signin', { loginId, loginOptions }, refreshJwt);
    const response = person.authenticator.get(begun.options);
    person.trustedDevice = (
      await passkeys.finish('signin', begun.transactionId, response)
    ).body.trustedDeviceJwt;
  }
  if (factor === 'email') {
    latchkey.advance(60_000);
    await codes.begin('signin', 'email', { loginId, loginOptions }, refreshJwt);
    const { body } = await withToken(latchkey, 'POST', '/v1/auth/otp/verify/email', refreshJwt, {
      loginId,
      code: await codeSentTo(latchkey, loginId),
      loginOptions: { trustDevice: true },
    });
    person.trustedDevice = body.trustedDeviceJwt;
  }
}

/** The last page of a sign-in on hosted pages, or that the browser has returned. */
function pageOf(path: string): string {
  const step = /\/login\/[^/]+\/([a-z-]+)/.exec(path)?.[1];
  if (step === 'second-factor') return 'proves';
  if (step === 'add-factor') return 'adds';
  return /[?&]code=/.test(path) ? 'signed in' : path;
}

const impossible = '–';

/** By the door: tries it, and returns the outcome. */
const doors: Record<string, (person: Person) => Promise<string>> = {
  'session from before the policy, refreshed': async (person) => {
    const { status, body } = await refresh(latchkey, person.refreshJwt);
    person.refreshJwt = body.refreshJwt;
    return outcomeOf({ status, body, headers: new Headers() });
  },
  'refresh token of an application from before': async (person) => {
    const tokens = await openid.refreshTokenGrant(client.config, person.appRefreshToken);
    person.appRefreshToken = tokens.refresh_token ?? '';
    return 'signed in';
  },
  'application, in a browser signed in before': async ({ browser }) => {
    const { url } = await prepare(client.config, { prompt: 'none' });
    const { location } = await browser.get(url.href.slice(latchkey.baseUrl.length));
    return new URL(location).searchParams.get('error') ?? pageOf(location);
  },
  'device code, in a browser signed in before': async ({ browser }) => {
    const { user_code } = await openid.initiateDeviceAuthorization(client.config, { scope: 'openid' });
    const page = `/device/${latchkey.projectId}`;
    const sent = await browser.post(page, { user_code });
    const { html, path } = await provider.follow(browser, sent.location);
    return html.includes('name="asked"') ? 'signed in' : path.startsWith('/login/') ? 'signs in again' : path;
  },
  password: async (person) => outcomeOf(await byPassword(person)),
  'code by mail': async ({ factor, loginId }) => {
    if (factor !== 'email') return impossible;
    latchkey.advance(60_000);
    await codes.begin('signin', 'email', { loginId });
    return outcomeOf(await codes.verify('email', loginId, await codeSentTo(latchkey, loginId)));
  },
  'link by mail': async ({ factor, loginId }) => {
    if (factor !== 'email') return impossible;
    latchkey.advance(60_000);
    await latchkey.request('POST', '/v1/auth/magiclink/signin/email', { body: { loginId, URI: back } });
    const token = await secretSentTo(latchkey, loginId);
    return outcomeOf(await latchkey.request('POST', '/v1/auth/magiclink/verify', { body: { token } }));
  },
  authenticator: async ({ factor, loginId, code }) =>
    factor === 'totp' ? outcomeOf(await verifyTotp(latchkey, { loginId, code: code() })) : impossible,
  'password, then the authenticator': async (person) => {
    const { factor, loginId, code } = person;
    if (factor !== 'totp') return impossible;
    const { body } = await byPassword(person);
    const token = body.refreshJwt ?? body.mfa.refreshJwt;
    return outcomeOf(await verifyTotp(latchkey, { loginId, code: code(), loginOptions: mfa }, token));
  },
  passkey: async ({ factor, loginId, authenticator }) =>
    factor === 'passkey' ? outcomeOf(await passkeys.signIn(authenticator, loginId)) : impossible,
  'password, then the passkey': async (person) => {
    const { factor, loginId, authenticator } = person;
    if (factor !== 'passkey') return impossible;
    const { body } = await byPassword(person);
    const token = body.refreshJwt ?? body.mfa.refreshJwt;
    const begun = await passkeys.start('signin', { loginId, loginOptions: mfa }, token);
    return outcomeOf(await passkeys.finish('signin', begun.transactionId, authenticator.get(begun.options)));
  },
  'OAuth provider': async ({ loginId }) => outcomeOf(await byOAuth(loginId)),
  'identity provider': async ({ factor }) => outcomeOf(await bySso(factor)),
  'hosted page, by password': async ({ loginId }) => {
    const browser = new FormBrowser(latchkey);
    const { path } = await provider.identify(browser, loginId);
    return pageOf((await browser.submit(path, { password })).path);
  },
  'page of an application, by password': async ({ loginId }) => {
    const { url } = await prepare(client.config);
    const { path, location } = await provider.signInAt(new FormBrowser(latchkey), url, loginId);
    return pageOf(location || path);
  },
  'trusted device, by password': async (person) => {
    if (!person.trustedDevice) return impossible;
    const answer = await byPassword(person, { 'x-descope-trusted-device-token': person.trustedDevice });
    return outcomeOf(answer);
  },
  'password, then a recovery code': async (person) => {
    const code = person.recoveryCodes.pop();
    if (!code) return impossible;
    const { body } = await byPassword(person);
    const token = body.refreshJwt ?? body.mfa.refreshJwt;
    const input = { loginId: person.loginId, code, loginOptions: mfa };
    return outcomeOf(await withToken(latchkey, 'POST', '/v1/auth/recovery-codes/signin', token, input));
  },
  'embedded link of the project’s server': async ({ loginId }) => {
    const { token } = await manage('user/signin/embeddedlink', { loginId });
    return outcomeOf(await latchkey.request('POST', '/v1/auth/magiclink/verify', { body: { token } }));
  },
  'the project’s server': async ({ loginId }) =>
    outcomeOf(await latchkey.manage('POST', '/v1/mgmt/auth/signin', { loginId })),
  impersonation: async ({ loginId }) => {
    const input = { impersonatorId: 'support', loginId, validateConsent: false };
    return outcomeOf(await latchkey.manage('POST', '/v1/mgmt/impersonate', input));
  },
};

test('a sign-in by each door needs what the table says for each owner of the policy', async () => {
  const found = new Map<string, Record<string, Record<Factor, string>>>();
  for (const [subject, fields] of Object.entries(subjects)) {
    for (const person of people) await trustDevice(person);
    await setPolicy(latchkey, asked, fields);
    const rows: Record<string, Record<Factor, string>> = {};
    for (const [door, open] of Object.entries(doors)) {
      const row = {} as Record<Factor, string>;
      for (const person of people) row[person.factor] = await open(person);
      rows[door] = row;
    }
    found.set(subject, rows);
    await manage('project/sign-in-policy/delete', fields);
  }
  await expect(tableOf(found)).toMatchFileSnapshot('matrix.md');
}, 300_000);

function tableOf(found: Map<string, Record<string, Record<Factor, string>>>): string {
  const parts = [...found].map(([subject, rows]) => {
    const lines = Object.entries(rows).map(
      ([door, row]) => `| ${door} | ${row.none} | ${row.totp} | ${row.passkey} | ${row.email} |`,
    );
    return [
      `## The policy of ${subject}`,
      '',
      '| door | nothing | an authenticator | a passkey | a verified address |',
      '|---|---|---|---|---|',
      ...lines,
      '',
    ].join('\n');
  });
  return `${introduction}\n${parts.join('\n')}`;
}

const introduction = `# What a sign-in needs, by policy, door and factor

The policy requires a second factor on new devices (\`newDevice\`): an authenticator, a passkey, a code by mail or a recovery code. It trusts
identity providers. The columns say which second factor the user has. All of them have a password, and belong to two tenants. Of the first
one they have the identity provider and a role, which its sub-tenant inherits.

*Signed in* means that nothing more is needed. *Proves* means that one of these completes the sign-in, and hosted pages request it. *Adds*
means that the user has none, and must add one of these. *–* means that the user cannot use the door.

\`matrix.test.ts\` compares this table with the server. \`npm test -- --sqlite server/domain/sessions/sign-in-policy/matrix.test.ts -u\` writes it again.
Read what has changed before you commit it.
`;
