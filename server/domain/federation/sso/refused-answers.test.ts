import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import {
  codeOf,
  connectTenant,
  createIdentityProvider,
  errorOf,
  type IdentityProvider,
  SsoBrowser,
} from '../../../../test/identity-provider.ts';
import { samlRounds } from '../../../../test/saml-rounds.ts';
import type { IdpResponseInput } from '../../../protocols/saml/idp-response.ts';
import { logUsers } from '../../directory/users/search/log-users.ts';

let latchkey: Latchkey;
let idp: IdentityProvider;
let browser: SsoBrowser;
let tenant: string;
let counter = 0;

beforeAll(async () => {
  latchkey = await startLatchkey();
  idp = await createIdentityProvider(latchkey, 'https://idp.corp.example');
});
afterAll(() => latchkey.close());
beforeEach(() => {
  counter += 1;
  tenant = `tenant-${counter}`;
  browser = new SsoBrowser(latchkey);
});

const { round, person, signIn, lastFailure } = samlRounds(() => ({
  latchkey,
  idp,
  browser,
  tenant,
  counter,
}));

describe('an answer is refused, and there is no code, if', () => {
  beforeEach(() => connectTenant(latchkey, tenant, idp));

  const now = () => latchkey.service.now();
  const cases: [string, string, () => Partial<IdpResponseInput>][] = [
    ['nothing in it is signed', 'signature', () => ({ sign: 'none' })],
    ['it is for another service provider', 'audience', () => ({ audience: 'https://other.example' })],
    [
      'its audience only starts like ours',
      'audience',
      () => ({ audience: `${latchkey.baseUrl}/v1/auth/saml/meta` }),
    ],
    ['its recipient is another address', 'recipient', () => ({ recipient: 'https://other.example/acs' })],
    [
      'its destination is another address',
      'destination',
      () => ({ destination: 'https://other.example/acs', sign: 'response' }),
    ],
    ['it comes from another identity provider', 'issuer', () => ({ issuer: 'https://evil.example' })],
    ['it has expired', 'expired', () => ({ notBefore: now() - 300_000, notOnOrAfter: now() - 61_000 })],
    [
      'it is not valid yet',
      'not-yet-valid',
      () => ({ notBefore: now() + 121_000, notOnOrAfter: now() + 300_000 }),
    ],
    ['it answers another request', 'in-response-to', () => ({ inResponseTo: '_other' })],
    ['it answers no request', 'in-response-to', () => ({ inResponseTo: undefined })],
  ];
  test.each(cases)('%s', async (_words, kind, changes) => {
    const answer = await round({ ...person(), ...changes() });
    expect(codeOf(answer)).toBeUndefined();
    expect(answer.status).toBeGreaterThanOrEqual(300);
    expect((await lastFailure()).kind).toBe(kind);
    expect(errorOf(answer)).toContain((await lastFailure()).reason);
  });

  test('another key has signed it, whatever certificate it carries', async () => {
    const stranger = await createIdentityProvider(latchkey, idp.entityId);
    const request = await browser.start(tenant);
    const answer = await browser.post(request.acsUrl, await stranger.respond(request, person()));
    expect(codeOf(answer)).toBeUndefined();
    expect((await lastFailure()).kind).toBe('signature');
  });

  test('it was used before, even across a restart', async () => {
    const request = await browser.start(tenant);
    const xml = await idp.respond(request, person());
    expect(codeOf(await browser.post(request.acsUrl, xml))).toBeTypeOf('string');
    expect(codeOf(await browser.post(request.acsUrl, xml))).toBeUndefined();
    const other = await latchkey.startAnother();
    const later = new SsoBrowser(other);
    later.cookie = browser.cookie;
    const path = request.acsUrl.replace(latchkey.baseUrl, other.baseUrl);
    expect(codeOf(await later.post(path, xml))).toBeUndefined();
    await other.close();
  });

  test('it is posted twice at once, except for one', { tags: 'race' }, async () => {
    const request = await browser.start(tenant);
    const xml = await idp.respond(request, person());
    const answers = await Promise.all(Array.from({ length: 6 }, () => browser.post(request.acsUrl, xml)));
    expect(answers.filter((answer) => codeOf(answer))).toHaveLength(1);
  });

  test('another browser brings it', async () => {
    const request = await browser.start(tenant);
    const stranger = new SsoBrowser(latchkey);
    const answer = await stranger.post(request.acsUrl, await idp.respond(request, person()));
    expect(codeOf(answer)).toBeUndefined();
    expect((await lastFailure()).kind).toBe('browser');
  });

  test('the start URL was opened in another browser first', async () => {
    const { body } = await latchkey.request('POST', `/v1/auth/sso/authorize?tenant=${tenant}`, { body: {} });
    await browser.open(body.url);
    expect((await new SsoBrowser(latchkey).get(body.url)).status).toBe(400);
    expect((await browser.get(body.url)).status).toBe(303);
  });

  test('the sign-in began more than ten minutes ago', async () => {
    const request = await browser.start(tenant);
    latchkey.advance(10 * 60_000 + 1);
    expect((await browser.post(request.acsUrl, await idp.respond(request, person()))).status).toBe(400);
  });

  test('the connection was removed or the tenant disabled meanwhile', async () => {
    const request = await browser.start(tenant);
    const xml = await idp.respond(request, person());
    await latchkey.manage('POST', '/v1/mgmt/tenant/update', {
      id: tenant,
      name: `Tenant ${tenant}`,
      disabled: true,
    });
    expect(codeOf(await browser.post(request.acsUrl, xml))).toBeUndefined();
    await latchkey.manage('POST', '/v1/mgmt/tenant/update', {
      id: tenant,
      name: `Tenant ${tenant}`,
      disabled: false,
    });
    await latchkey.manage('DELETE', `/v1/mgmt/sso/settings?tenantId=${tenant}`);
    expect(codeOf(await browser.post(request.acsUrl, xml))).toBeUndefined();
  });

  test('the user is disabled', async () => {
    const { body } = await signIn();
    await latchkey.service.db
      .updateTable('users')
      .set({ status: 'disabled' })
      .where('projectId', '=', latchkey.projectId)
      .where('id', '=', body.user.userId)
      .execute();
    await logUsers(latchkey.context, [body.user.userId]);
    expect(codeOf(await round(person()))).toBeUndefined();
    expect((await lastFailure()).reason).toBe('The user is disabled.');
  });

  test('the NameID is transient', async () => {
    const nameIdFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
    expect(codeOf(await round({ ...person(), nameIdFormat, attributes: {} }))).toBeUndefined();
    expect((await lastFailure()).kind).toBe('subject');
  });

  test('the assertion has no NameID, and no attribute names the user', async () => {
    expect(codeOf(await round({ nameId: '', attributes: { groups: ['a'] } }))).toBeUndefined();
    expect((await lastFailure()).reason).toMatch(/NameID is missing.*map an attribute as the user name/);
  });

  test('only its confirmation names the request', async () => {
    const request = await browser.start(tenant);
    const xml = await idp.respond(request, { ...person(), sign: 'none' });
    const without = xml.replace(/(?<=<samlp:Response[^>]*) InResponseTo="[^"]*"/, '');
    expect(codeOf(await browser.post(request.acsUrl, without))).toBeUndefined();
    expect((await lastFailure()).reason).toContain('The Response lacks InResponseTo');
  });

  test('no sign-in was started', async () => {
    const request = await browser.start(tenant);
    const xml = await idp.respond({ ...request, id: undefined }, person());
    expect(codeOf(await browser.post(request.acsUrl, xml))).toBeUndefined();
  });
});

test('a hostile answer is refused quickly and shown escaped', async () => {
  await connectTenant(latchkey, tenant, idp);
  const request = await browser.start(tenant);
  const hostile = [
    '<!DOCTYPE x [<!ENTITY a "b">]><x/>',
    `<x>${'<a>'.repeat(70)}${'</a>'.repeat(70)}</x>`,
    `<x>${'<a/>'.repeat(6_000)}</x>`,
    '<x>'.padEnd(200_000, 'a'),
    '<script>alert(1)</script>',
    '',
  ];
  for (const xml of hostile) {
    const answer = await browser.post(request.acsUrl, xml, '');
    expect(answer.status).toBe(400);
    expect(answer.body).not.toContain('<script>alert');
  }
});

test('the reason of a failed sign-in is stored for the connection', async () => {
  await connectTenant(latchkey, tenant, idp);
  const answer = await round({ ...person(), audience: 'https://elsewhere.example' });
  const { body } = await latchkey.manage('GET', `/v1/mgmt/sso/failures?tenantId=${tenant}`);
  expect(body.failures).toMatchObject([{ protocol: 'saml', kind: 'audience', reason: errorOf(answer) }]);
});

test('an assertion without a NameID is about the user whom the mapped attribute names', async () => {
  await connectTenant(latchkey, tenant, idp, { attributeMapping: { username: 'uid', name: 'full' } });
  const uid = `uid.${counter}@corp.example`;
  const first = await signIn({ nameId: '', attributes: { uid: [uid], full: ['First'] } });
  const again = await signIn({ nameId: '', attributes: { uid: [uid], full: ['Second'] } });
  const other = await signIn({ nameId: '', attributes: { uid: [`other.${uid}`], full: ['Other'] } });
  expect(again.body.user).toMatchObject({ userId: first.body.user.userId, name: 'Second', loginIds: [uid] });
  expect(other.body.user.userId).not.toBe(first.body.user.userId);
});
