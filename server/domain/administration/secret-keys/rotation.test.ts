import { createHmac, randomBytes } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { callback, prepare, providerOn } from '../../../../test/applications.ts';
import { totpCode } from '../../../../test/authenticator-app.ts';
import { FormBrowser } from '../../../../test/browser.ts';
import { codesOf, newEmail } from '../../../../test/codes.ts';
import { runCommandHere } from '../../../../test/command-line.ts';
import { type HttpReceiver, startReceiver } from '../../../../test/counterparts/http-receiver.ts';
import { type SmtpCounterpart, startSmtp } from '../../../../test/counterparts/smtp.ts';
import { FlowBrowser } from '../../../../test/flows.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import {
  codeOf,
  connectTenant,
  createIdentityProvider,
  SsoBrowser,
} from '../../../../test/identity-provider.ts';
import { newPlace, type Place } from '../../../../test/latchkey-process.ts';
import { codeSentTo } from '../../../../test/messages.ts';
import { connectSimulator, OAuthBrowser } from '../../../../test/oauth-browser.ts';
import {
  connectOidcTenant,
  OidcBrowser,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../../../../test/openid-provider.ts';
import { loggedLines } from '../../../../test/server-log.ts';
import { createPasswordUser, refresh, signInByPassword, withToken } from '../../../../test/signed-in.ts';
import { createSealer, keyIdOf, replaceSeals } from '../../../core/crypto.ts';
import { sealedColumns } from '../../../groups.ts';
import vectors from '../../../protocols/password-hashes/vectors.json' with { type: 'json' };
import { buildAuthnRequest } from '../../../protocols/saml/authn-request.ts';
import { redirectBindingUrl } from '../../../protocols/saml/bindings.ts';
import { createCertifiedKey } from '../../../protocols/saml/self-signed.ts';
import { acrossProjects } from '../../../storage/scope.ts';
import { readSealedRows, replaceSealed, type SealedColumn } from '../../../storage/sealed-columns.ts';
import { sealedTotpSecrets } from '../../credentials/totp/start-totp.ts';
import { rotateSecrets } from './rotate-secrets.ts';

const account = { user: 'latchkey', password: 'correct horse' };

let place: Place;
let provider: OpenIdProvider;
let receiver: HttpReceiver;
let smtp: SmtpCounterpart;
let smtpRefuses = false;
let running: Latchkey[];
/** Also those that were stopped: their clocks continue. */
let started: Latchkey[];
/** Where each instance listens, whatever address it names. */
const addresses = new WeakMap<Latchkey['service'], string>();
let oldKey: string;
let newKey: string;

beforeEach(async () => {
  [oldKey, newKey] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
  running = [];
  started = [];
  place = await newPlace();
  smtpRefuses = false;
  const refuse = () => (smtpRefuses ? { code: 450, words: 'later' } : undefined);
  [receiver, smtp] = await Promise.all([
    startReceiver(() => ({ status: 200 })),
    startSmtp({ account, refuse }),
  ]);
});

afterEach(async () => {
  for (const latchkey of running) await latchkey.close();
  provider.close();
  await Promise.all([receiver.close(), smtp.close()]);
  await place.remove();
});

/** The first instance of a test, with these keys. */
async function serve(...keys: string[]): Promise<Latchkey> {
  const latchkey = await startLatchkey({ ...place.env, LATCHKEY_SECRET_KEY: keys.join(',') });
  running.push(latchkey);
  started.push(latchkey);
  addresses.set(latchkey.service, latchkey.baseUrl);
  provider = await startOpenIdProvider(latchkey);
  return latchkey;
}

/** Another instance on the database and behind the address of `first`. */
async function join(first: Latchkey, ...keys: string[]): Promise<Latchkey> {
  const latchkey = await first.startAnother({ LATCHKEY_SECRET_KEY: keys.join(',') });
  addresses.set(latchkey.service, latchkey.baseUrl);
  latchkey.service.baseUrl = first.baseUrl;
  running.push(latchkey);
  started.push(latchkey);
  return { ...latchkey, baseUrl: first.baseUrl };
}

async function leave(latchkey: Latchkey): Promise<void> {
  running = running.filter(({ service }) => service !== latchkey.service);
  await latchkey.close();
}

async function command(args: string[], ...keys: string[]) {
  const { code, stdout, stderr } = await runCommandHere(place, [...args, '--json'], {
    LATCHKEY_SECRET_KEY: keys.join(','),
  });
  return { code, stderr, result: code === 0 || stdout.startsWith('{') ? JSON.parse(stdout) : undefined };
}

const rotate = (...keys: string[]) => command(['secrets', 'rotate'], ...keys);

async function doctor(...keys: string[]): Promise<{ ok: boolean; detail: string }> {
  const { result } = await command(['doctor'], ...keys);
  return result.findings.find(({ check }: { check: string }) => check === 'secret key');
}

const idOf = (key: string) => keyIdOf(Buffer.from(key, 'base64'));

function succeeded({ status, body }: Answer): Answer['body'] {
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** Adds an authenticator to a new user, and returns the login ID and the secret. */
async function enrol(latchkey: Latchkey): Promise<{ loginId: string; key: string }> {
  const user = await createPasswordUser(latchkey);
  const { refreshJwt } = succeeded(await signInByPassword(latchkey, user));
  const { loginId } = user;
  const begun = await withToken(latchkey, 'POST', '/v1/auth/totp/update', refreshJwt, { loginId });
  const { key } = succeeded(begun);
  succeeded(await signInByTotp(latchkey, { loginId, key }));
  return { loginId, key };
}

function signInByTotp(latchkey: Latchkey, { loginId, key }: { loginId: string; key: string }) {
  // The clocks of the instances differ by less than one period, and a code of an earlier period may have been used.
  for (const one of started) one.advance(60_000);
  const code = totpCode(key, latchkey.service.now());
  return latchkey.request('POST', '/v1/auth/totp/verify', { body: { loginId, code } });
}

const person = (sub: string) => ({ sub, email: `${sub}@corp.example`, name: 'Ann' });

async function signInBySso(latchkey: Latchkey, tenant: string): Promise<Answer> {
  const browser = new OidcBrowser(latchkey);
  const url = await browser.start(tenant);
  const back = await provider.signIn(url, person('sso'));
  const answer = await browser.get(back);
  return latchkey.request('POST', '/v1/auth/sso/exchange', { body: { code: codeOf(answer) } });
}

async function signInByOAuth(latchkey: Latchkey): Promise<Answer> {
  const browser = new OAuthBrowser(latchkey);
  const back = await provider.signIn((await browser.start('acme')).href, person('oauth'));
  const answer = await browser.get(back);
  return latchkey.request('POST', '/v1/auth/oauth/exchange', { body: { code: codeOf(answer) } });
}

const tokensOf = (latchkey: Latchkey, loginId: string, name: string) =>
  latchkey.manage(
    'GET',
    `/v1/mgmt/user/provider/token?${new URLSearchParams({ loginId, provider: name, withRefreshToken: 'true' })}`,
  );

/** Creates a user and an application that gets pairwise subjects. Returns a function that signs in and returns the subject. */
async function createPairwise(first: Latchkey) {
  const { loginId, password } = await createPasswordUser(first);
  const steps = providerOn({ latchkey: first, makeUser: async () => loginId });
  const { appId, clientId, secret, config } = await steps.createClient({ subjectType: 'pairwise' });
  await steps.grantedUser(appId);
  return async (latchkey: Latchkey) => {
    const { url, checks } = await prepare(config);
    const browser = new FormBrowser({ baseUrl: addresses.get(latchkey.service) as string });
    const { location } = await steps.signInAt(browser, url, loginId, password);
    const form = {
      grant_type: 'authorization_code',
      redirect_uri: callback,
      client_id: clientId,
      client_secret: secret,
      code_verifier: checks.pkceCodeVerifier,
      code: new URL(location).searchParams.get('code') ?? '',
    };
    const { body } = await latchkey.request('POST', `/${appId}/oauth2/v1/token`, {
      bearer: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      rawBody: new URLSearchParams(form).toString(),
    });
    return decodeJwt(body.id_token).sub;
  };
}

/**
 * Creates every kind of sealed value. Returns a pending sign-up, which has one for minutes only, and a function that uses each
 * of the others on an instance.
 */
async function sealEverything(first: Latchkey) {
  const manage = async (path: string, body: unknown, on = first) =>
    succeeded(await on.manage('POST', `/v1/mgmt/${path}`, body));
  provider.faults.tokens = { refresh_token: 'rt', expires_in: 3_600, scope: 'openid' };
  const user = await enrol(first);
  const session = succeeded(await signInByTotp(first, user));

  const [{ password, hashedPassword } = { password: '', hashedPassword: {} }] = vectors;
  const [imported, reused, pending] = [newEmail(), newEmail(), newEmail()];
  const newPassword = 'plain harbor ceiling 93';
  await manage('user/create', { loginId: imported, hashedPassword });
  const rules = { enabled: true, minLength: 15, reuse: true, reuseAmount: 2 };
  await manage('password/settings', rules);
  await manage('user/create', { loginId: reused, hashedPassword });
  await manage('user/password/set/active', { loginId: reused, password: newPassword });
  const signUp = await first.request('POST', '/v1/auth/totp/signup', { body: { loginId: pending } });
  const { key } = succeeded(signUp);

  const loginPageUrl = 'https://login.example.com/';
  const third = await manage('thirdparty/app/create', { name: 'Notes' });
  const sp = { entityId: 'https://wiki.example.com', acsUrl: 'https://wiki.example.com/acs' };
  const { certificatePem: certificate } = await createCertifiedKey('wiki.example.com', first.service.now());
  const { id: samlId } = await manage('sso/idp/app/saml/create', {
    name: 'Wiki',
    loginPageUrl,
    ...sp,
    certificate,
  });
  await manage('sso/idp/app/saml/certificate/create', { id: samlId });
  /** A request that must not show a page is answered at once, with a signature. */
  const samlResponseOf = async (latchkey: Latchkey): Promise<string> => {
    const path = `/v1/auth/saml/idp/sso?app=${latchkey.projectId}-${samlId}`;
    const xml = buildAuthnRequest({
      id: '_1',
      issueInstant: latchkey.service.now(),
      destination: `${latchkey.service.baseUrl}${path}`,
      acsUrl: sp.acsUrl,
      spEntityId: sp.entityId,
      isPassive: true,
    });
    const url = await redirectBindingUrl({ ssoUrl: `${latchkey.baseUrl}${path}`, xml });
    const { headers } = await latchkey.request('GET', url.slice(latchkey.baseUrl.length));
    return (await latchkey.request('GET', headers.get('location') ?? '')).body;
  };
  const { id: appId } = await manage('sso/idp/app/oidc/create', { name: 'Shop', loginPageUrl });
  const appSecretOf = async (latchkey: Latchkey) =>
    succeeded(await latchkey.manage('GET', `/v1/mgmt/sso/idp/app/secret?id=${appId}`)).cleartext;
  const appSecret = await appSecretOf(first);

  const client = { issuer: provider.issuer, clientId: 'latchkey', clientSecret: 'secret' };
  await connectSimulator(first, 'acme', client);
  await connectOidcTenant(first, 'corp', provider, { manageProviderTokens: true });
  const idp = await createIdentityProvider(first, 'https://idp.corp.example/');
  await connectTenant(first, 'saml', idp, { signRequests: true });
  const byOAuth = succeeded(await signInByOAuth(first)).user.userId;
  const bySso = succeeded(await signInBySso(first, 'corp')).user.userId;

  const assertion = { issuer: 'c', subject: 'c', audience: ['https://as.example/token'], expiresIn: 300 };
  const assertionBy = async (latchkey: Latchkey) =>
    decodeProtectedHeader(
      (await manage('token/clientassertion', { ...assertion, algorithm: 'ES384' }, latchkey)).jwt,
    ).kid;
  const assertionKey = await assertionBy(first);

  const pairwiseSubject = await createPairwise(first);
  const subject = await pairwiseSubject(first);

  const webhook = await manage('webhook/create', { name: 'W', url: `${receiver.url}/events`, events: [] });
  const { stream } = await manage('audit/stream/create', {
    name: 'S',
    http: { url: `${receiver.url}/siem` },
  });
  const { host, port } = smtp;
  const from = { fromAddress: 'login@project.example', username: account.user, password: account.password };
  await manage('connector/email/smtp', { host, port, ...from });
  await first.sendMessages();
  smtpRefuses = true;
  const waiting = newEmail();
  succeeded(await codesOf(first).begin('signup', 'email', { loginId: waiting }));
  await first.sendMessages();

  const flow = new FlowBrowser(first);
  await flow.start('sign-in', { interactionId: 'continue', input: { loginId: imported } });
  expect(flow.at.screen.id).toBe('password');

  const use = async (latchkey: Latchkey) => {
    const signedIn = await flow.in(latchkey).press('signIn', { password });
    expect(signedIn.status).toBe('completed');
    receiver.requests.length = 0;
    expect(await samlResponseOf(latchkey)).toContain('SAMLResponse');
    await manage('sso/idp/app/saml/certificate/activate', { id: samlId }, latchkey);
    expect(await samlResponseOf(latchkey)).toContain('SAMLResponse');
    const shown = await latchkey.manage('GET', `/v1/mgmt/thirdparty/app/secret?id=${third.id}`);
    expect(shown.body.cleartext).toBe(third.cleartext);
    succeeded(await signInByTotp(latchkey, user));
    succeeded(await refresh(latchkey, session.refreshJwt));
    succeeded(await signInByPassword(latchkey, { loginId: imported, password }));
    const replaced = { loginId: reused, oldPassword: newPassword, newPassword: password };
    const refused = await latchkey.request('POST', '/v1/auth/password/replace', { body: replaced });
    expect(refused.body.errorMessage).toContain('one of the last 2');
    expect(await appSecretOf(latchkey)).toBe(appSecret);
    expect(await assertionBy(latchkey)).toBe(assertionKey);

    expect(await pairwiseSubject(latchkey)).toBe(subject);
    expect(succeeded(await tokensOf(latchkey, byOAuth, 'acme'))).toMatchObject({ refreshToken: 'rt' });
    expect(succeeded(await tokensOf(latchkey, bySso, 'Corp'))).toMatchObject({ refreshToken: 'rt' });
    succeeded(await signInByOAuth(latchkey));
    succeeded(await signInBySso(latchkey, 'corp'));
    const { body } = await latchkey.request('POST', '/v1/auth/sso/authorize?tenant=saml', { body: {} });
    const sent = await new SsoBrowser(latchkey).get(body.url);
    expect(new URL(sent.headers.get('location') ?? '').searchParams.get('Signature')).toBeTruthy();

    smtpRefuses = false;
    latchkey.advance(120_000);
    await latchkey.sendMessages();
    expect(smtp.mails.map(({ to, user }) => ({ to, user }))).toContainEqual({
      to: [waiting],
      user: account.user,
    });
    const { headers, body: event } = receiver.requests[0] as (typeof receiver.requests)[number];
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${event}`;
    const secret = Buffer.from(webhook.secret.replace(/^whsec_/, ''), 'base64');
    expect(headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`,
    );
    await manage('audit/stream/test', { id: stream.id }, latchkey);
    expect(receiver.requests.at(-1)).toMatchObject({ path: '/siem' });
  };
  return { pending: { loginId: pending, key }, use };
}

/** Returns the columns of all tables that hold a sealed value. */
async function columnsWithSeals({ service: { db } }: Latchkey): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of await db.introspection.getTables()) {
    const rows = await acrossProjects(db)
      .selectFrom(name as 'webhooks')
      .selectAll()
      .execute();
    for (const row of rows) {
      for (const [column, value] of Object.entries(row)) {
        if (/(^|")v[12]\.[\w.-]{38}/.test(String(value))) found.push(`${name}.${column}`);
      }
    }
  }
  return [...new Set(found)].sort();
}

/** Returns the sealed columns whose values can be read elsewhere in the database, or in the log of the server. */
async function readableElsewhere({ service }: Latchkey): Promise<string[]> {
  const secrets: [name: string, secret: string][] = [];
  for (const sealed of sealedColumns) {
    for await (const rows of readSealedRows(service.db, sealed)) {
      for (const row of rows)
        replaceSeals(String(row[sealed.column]), (text) => {
          secrets.push([
            `${sealed.table}.${sealed.column}`,
            service.sealer.unseal(text, sealed.purposeOf(row)),
          ]);
          return '';
        });
    }
  }
  for (const { table, column, expires } of sealedColumns)
    if (!expires) expect(secrets.map(([name]) => name)).toContain(`${table}.${column}`);
  const everything = [loggedLines()];
  for (const { name } of await service.db.introspection.getTables())
    everything.push(
      JSON.stringify(
        await acrossProjects(service.db)
          .selectFrom(name as 'webhooks')
          .selectAll()
          .execute(),
      ),
    );
  const text = everything.join('\n');
  // A short secret, such as `secret`, is also a part of names.
  const isReadable = (secret: string) =>
    text.includes(secret.length < 16 ? `:"${secret}"` : JSON.stringify(secret).slice(1, -1));
  const found = secrets.filter(([, secret]) => isReadable(secret));
  return [...new Set(found.map(([name]) => name))];
}

test('every kind of sealed value is used through its own door after a rotation, without the old key', async () => {
  const first = await serve(oldKey);
  const { pending, use } = await sealEverything(first);
  const auditKey = await command(['audit', 'key', '--project', first.projectId], oldKey);
  expect(await readableElsewhere(first)).toEqual([]);
  const permanent = sealedColumns.filter(({ expires }) => !expires);
  const namesOf = (columns: readonly SealedColumn[]) =>
    columns.map(({ table, column }) => `${table}.${column}`).sort();
  const found = (await columnsWithSeals(first)).filter((name) => name !== 'exchangeCodes.grant');
  // A new kind of sealed value must be listed, or the rotation would lose it.
  expect(namesOf(sealedColumns)).toEqual(expect.arrayContaining(found));
  expect(found).toEqual(expect.arrayContaining(namesOf(permanent)));

  const before = await doctor(newKey, oldKey);
  expect(before).toMatchObject({ ok: false, detail: expect.stringContaining(`the key ${idOf(oldKey)}`) });
  const { code, result } = await rotate(newKey, oldKey);
  expect(code).toBe(0);
  expect(result).toMatchObject({ key: idOf(newKey), remaining: 0, expiring: 1 });
  expect(namesOf(result.columns)).toEqual(namesOf(permanent));
  expect((await rotate(newKey, oldKey)).result).toEqual({ ...result, columns: [] });
  // The sign-up still has the old key.
  expect(await doctor(newKey, oldKey)).toMatchObject({
    ok: false,
    detail: expect.stringContaining('totpSignUps'),
  });
  expect((await command(['key', 'list'], newKey)).stderr).toContain('totpSignUps.sealedSecret (1)');

  const both = await join(first, newKey, oldKey);
  succeeded(await signInByTotp(both, pending));
  expect(await doctor(newKey, oldKey)).toMatchObject({
    ok: true,
    detail: expect.stringContaining(`${idOf(oldKey)} can be removed`),
  });
  await leave(first);
  await leave(both);
  const last = await join(first, newKey);
  await use(last);
  expect(await doctor(newKey)).toMatchObject({ ok: true });
  expect((await command(['audit', 'key', '--project', first.projectId], newKey)).result).toEqual(
    auditKey.result,
  );
});

test('instances are restarted one after the other, and both serve each step of a sign-in', async () => {
  const first = await serve(oldKey);
  await connectOidcTenant(first, 'corp', provider);
  const { loginId, key } = await enrol(first);

  // The new key is second everywhere before it is first anywhere.
  const opening = await join(first, oldKey, newKey);
  const another = await enrol(opening);
  succeeded(await signInByTotp(first, another));
  await leave(first);
  const sealing = await join(first, newKey, oldKey);

  const together: [Latchkey, Latchkey][] = [
    [opening, sealing],
    [sealing, opening],
  ];
  for (const [one, other] of together) {
    const enrolled = await enrol(one);
    succeeded(await signInByTotp(other, enrolled));
    const email = newEmail();
    succeeded(await codesOf(one).begin('signup', 'email', { loginId: email }));
    succeeded(await codesOf(one).verify('email', email, await codeSentTo(one, email), other));
    const [browser, later] = [new OidcBrowser(one), new OidcBrowser(other)];
    const url = (await one.request('POST', '/v1/auth/sso/authorize?tenant=corp', { body: {} })).body.url;
    const sent = await later.get(url);
    browser.cookie = later.cookie;
    const back = await provider.signIn(sent.headers.get('location') ?? '', person('sso'));
    const answer = await browser.get(back);
    const body = { code: codeOf(answer) };
    succeeded(await other.request('POST', '/v1/auth/sso/exchange', { body }));
  }

  await leave(opening);
  expect((await rotate(newKey, oldKey)).code).toBe(0);
  succeeded(await signInByTotp(sealing, { loginId, key }));
  const last = await join(first, newKey);
  await leave(sealing);
  succeeded(await signInByTotp(last, { loginId, key }));
});

test('a key that a value needs cannot be removed, and one that no value needs can', async () => {
  const first = await serve(oldKey);
  await enrol(first);
  const needsOld = `lacks the key ${idOf(oldKey)}, which still seals`;
  await leave(await join(first, oldKey, newKey));
  // No value has the new key yet.
  expect((await command(['key', 'list'], oldKey)).code).toBe(0);
  const both = await join(first, newKey, oldKey);
  expect((await command(['key', 'list'], newKey)).stderr).toContain(needsOld);
  await enrol(both);
  expect((await command(['key', 'list'], oldKey)).stderr).toContain(`lacks the key ${idOf(newKey)}`);
  expect(await doctor(oldKey)).toMatchObject({
    ok: false,
    detail: expect.stringContaining('which is missing here'),
  });

  // A rotation that was interrupted after the first column.
  const rotation = rotateSecrets(both.service, sealedColumns);
  await rotation.next();
  await rotation.return(undefined);
  const { code, stderr } = await command(['key', 'list'], newKey);
  expect({ code, lines: stderr.trim().split('\n').length }).toEqual({ code: 1, lines: 1 });
  expect(stderr).toContain(`${needsOld} 1 values in this database: totpCredentials.sealedSecret (1)`);
  expect((await rotate(newKey, oldKey)).code).toBe(0);
  expect((await command(['key', 'list'], newKey)).code).toBe(0);
});

test('a value that was changed after it was read is left alone', async () => {
  const first = await serve(newKey, oldKey);
  const { db } = first.service;
  const { loginId, key } = await enrol(await join(first, oldKey, newKey));
  const { value: [row] = [] } = await readSealedRows(db, sealedTotpSecrets).next();
  expect((await rotate(newKey, oldKey)).code).toBe(0);
  expect(
    await replaceSealed(db, sealedTotpSecrets, row as object as Record<string, unknown>, 'outdated'),
  ).toBe(false);
  succeeded(await signInByTotp(first, { loginId, key }));
});

test('a value that no key opens is reported, and the others are sealed again', async () => {
  const first = await serve(oldKey);
  await enrol(first);
  const damaged = createSealer(randomBytes(32))
    .seal('x', 'y')
    .replace(/^v2\.\w+/, `v2.${idOf(oldKey)}`);
  await first.manage('POST', '/v1/mgmt/webhook/create', { name: 'W', url: receiver.url, events: [] });
  await first.service.db
    .updateTable('webhooks')
    .set({ sealedSecret: damaged })
    .where('projectId', '=', first.projectId)
    .execute();
  const { code, result } = await rotate(newKey, oldKey);
  expect(code).toBe(1);
  expect(result.remaining).toBe(1);
  expect(result.columns).toContainEqual({
    table: 'webhooks',
    column: 'sealedSecret',
    resealed: 0,
    changed: 0,
    unreadable: 1,
  });
  expect(result.columns).toContainEqual(
    expect.objectContaining({ table: 'totpCredentials', resealed: 1, unreadable: 0 }),
  );
});

test('sign-ins succeed while secrets are rotated', async () => {
  const first = await serve(oldKey, newKey);
  const second = await join(first, newKey, oldKey);
  const users = [];
  for (let count = 0; count < 5; count += 1) users.push(await enrol(first));
  let isOver = false;
  const rotating = (async () => {
    while (!isOver) {
      for (const { service } of [second, first]) {
        for await (const { unreadable } of rotateSecrets(service, [sealedTotpSecrets])) {
          expect(unreadable).toBe(0);
        }
      }
    }
  })();
  for (let round = 0; round < 8; round += 1) {
    first.advance(30_000);
    const answers = await Promise.all(
      users.map(({ loginId, key }) =>
        first.request('POST', '/v1/auth/totp/verify', {
          body: { loginId, code: totpCode(key, first.service.now()) },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(users.map(() => 200));
  }
  isOver = true;
  await rotating;
});
