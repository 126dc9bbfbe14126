import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { totpCode } from '../counterparts/oathtool.ts';
import { type Latchkey, startLatchkey } from '../harness.ts';
import {
  codeOf,
  connectTenant,
  createIdentityProvider,
  type IdentityProvider,
  SsoBrowser,
} from '../identity-provider.ts';

/** An application that was written for the hosted service, and changed its base URL. */
let latchkey: Latchkey;
let sdk: ReturnType<Latchkey['sdk']>;
let idp: IdentityProvider;

beforeAll(async () => {
  latchkey = await startLatchkey();
  sdk = latchkey.sdk();
  idp = await createIdentityProvider(latchkey, 'https://idp.sdk.example');
  await connectTenant(latchkey, 'acme', idp);
});
afterAll(() => latchkey.close());

describe('@descope/node-sdk', () => {
  test('signs up with an authenticator app, validates and refreshes the session, and logs out', async () => {
    const loginId = 'ada@sdk.example';
    const signUp = await sdk.totp.signUp(loginId, { name: 'Ada Lovelace' });
    expect(signUp.ok).toBe(true);
    const code = totpCode(signUp.data?.key as string, Date.now());
    const verified = await sdk.totp.verify(loginId, code);
    expect(verified.data?.user?.name).toBe('Ada Lovelace');

    const session = await sdk.validateSession(verified.data?.sessionJwt as string);
    expect(session.token.sub).toBe(verified.data?.user?.userId);
    expect(session.token.iss).toBe(latchkey.projectId);

    const refreshed = await sdk.refreshSession(verified.data?.refreshJwt as string);
    expect(refreshed.token.sub).toBe(session.token.sub);
    const refreshJwt = refreshed.refreshJwt as string;
    const both = await sdk.validateAndRefreshSession('', refreshJwt);
    expect(both.token.sub).toBe(session.token.sub);

    const me = await sdk.me(both.refreshJwt ?? refreshJwt);
    expect(me.data?.loginIds).toEqual([loginId]);
    const last = both.refreshJwt ?? refreshJwt;
    expect((await sdk.logout(last)).ok).toBe(true);
    await expect(sdk.refreshSession(last)).rejects.toThrow();
  });

  test('adds an authenticator to a signed-in user', async () => {
    const loginId = 'grace@sdk.example';
    const { data } = await sdk.totp.signUp(loginId);
    const first = await sdk.totp.verify(loginId, totpCode(data?.key as string, Date.now()));
    const update = await sdk.totp.update(loginId, first.data?.refreshJwt);
    expect(update.ok).toBe(true);
    const again = await sdk.totp.verify(loginId, totpCode(update.data?.key as string, Date.now()));
    expect(again.data?.user?.userId).toBe(first.data?.user?.userId);
  });

  test('reads a refusal as an error with code and words', async () => {
    const refused = await sdk.totp.verify('nobody@sdk.example', '123456');
    expect(refused).toMatchObject({ ok: false, code: 401, error: { errorCode: 'E061102' } });
    expect(refused.error?.errorDescription).toBeTypeOf('string');
  });

  test('signs in through a tenant’s identity provider', async () => {
    const browser = new SsoBrowser(latchkey);
    const started = await sdk.saml.start('acme', 'http://localhost:3000/callback');
    expect(started.ok).toBe(true);
    const request = await browser.open(started.data?.url as string);
    const answer = await browser.post(
      request.acsUrl,
      await idp.respond(request, { nameId: 'sso@sdk.example' }),
    );
    const exchanged = await sdk.saml.exchange(codeOf(answer) as string);
    expect(exchanged.data?.user?.loginIds).toEqual(['sso@sdk.example']);
    const { token } = await sdk.validateSession(exchanged.data?.sessionJwt as string);
    expect(sdk.validateTenantRoles({ token, jwt: '' } as never, 'acme', [])).toBe(true);
    const tenants = await sdk.myTenants(['acme'], exchanged.data?.refreshJwt);
    expect(tenants.data?.tenants).toMatchObject([{ id: 'acme' }]);
    const selected = await sdk.selectTenant('acme', exchanged.data?.refreshJwt);
    expect(selected.ok).toBe(true);
  });

  test('creates, loads, searches and deletes users', async () => {
    const { user } = sdk.management;
    const created = await user.create(
      'linus@sdk.example',
      '',
      '+1-202-555-0188',
      'Linus',
      [],
      [{ tenantId: 'acme', roleNames: [] }],
      {},
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      ['linus'],
    );
    expect(created.data).toMatchObject({
      loginIds: ['linus@sdk.example', 'linus'],
      name: 'Linus',
      email: 'linus@sdk.example',
      verifiedEmail: true,
      phone: '+12025550188',
      verifiedPhone: true,
      status: 'invited',
      userTenants: [{ tenantId: 'acme', tenantName: 'Tenant acme' }],
    });
    const userId = created.data?.userId as string;
    expect((await user.load('LINUS')).data?.userId).toBe(userId);
    expect((await user.loadByUserId(userId)).data?.loginIds[0]).toBe('linus@sdk.example');
    const found = await user.search({ tenantIds: ['acme'], emails: ['linus@sdk.example'] });
    expect(found.data?.users.map((one) => one.userId)).toEqual([userId]);
    expect((await user.delete('linus')).ok).toBe(true);
    expect(await user.load('linus')).toMatchObject({ ok: false, code: 404, error: { errorCode: 'E112102' } });
  });
});
