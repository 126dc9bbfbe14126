import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { assertedIdentities, refusal } from '../../../../../test/asserted-identities.ts';
import { testOnSqlite } from '../../../../../test/engine.ts';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import {
  connectTenant,
  createIdentityProvider,
  type IdentityProvider,
} from '../../../../../test/identity-provider.ts';
import {
  connectOidcTenant,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../../../../../test/openid-provider.ts';
import { acrossProjects } from '../../../../storage/scope.ts';

/** Tests which spellings of a name are one identity, and which names two people can share. */

let latchkey: Latchkey;
let provider: OpenIdProvider;
let idp: IdentityProvider;
let counter = 0;
let tenant: string;
let domain: string;
beforeAll(async () => {
  latchkey = await startLatchkey();
  provider = await startOpenIdProvider(latchkey);
  idp = await createIdentityProvider(latchkey, 'https://idp.spelling.example');
});
afterAll(async () => {
  provider.close();
  await latchkey.close();
});
beforeEach(() => {
  counter += 1;
  tenant = `t-${counter}`;
  domain = `t${counter}.example`;
});

const { samlRound, oidcRound, signedIn } = assertedIdentities(() => ({ latchkey, provider }));

const rows = async () =>
  latchkey.service.db
    .selectFrom('ssoIdentities')
    .select(['subject', 'userId'])
    .where('projectId', '=', latchkey.projectId)
    .where('tenantId', '=', tenant)
    .execute();

const email = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const unspecified = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';
const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const other = 'free.example';

describe('a NameID in another letter case', () => {
  const own = () => domain;
  test.each<[string, string, () => string, boolean]>([
    ['of the format emailAddress, in an own domain', email, own, true],
    ['of the format emailAddress, in no domain of the connection', email, () => `x${counter}.${other}`, true],
    ['without a format, in an own domain', unspecified, own, true],
    ['without a format, in no domain of the connection', unspecified, () => `x${counter}.${other}`, false],
    [
      'of the format persistent, in no domain of the connection',
      persistent,
      () => `x${counter}.${other}`,
      false,
    ],
  ])('%s', async (_, nameIdFormat, domainOf, isSame) => {
    await connectTenant(latchkey, tenant, idp, { subjectNameIdFormat: '' }, { domains: [domain] });
    const nameId = `Jane.Doe@${domainOf()}`;
    const first = await signedIn(await samlRound(tenant, idp, { nameId, nameIdFormat }));
    for (const spelling of [nameId.toLowerCase(), nameId.toUpperCase(), nameId]) {
      const answer = await samlRound(tenant, idp, { nameId: spelling, nameIdFormat });
      if (isSame || spelling === nameId) {
        expect((await signedIn(answer)).user.userId).toBe(first.user.userId);
      } else expect(refusal(answer)[0]).toBeUndefined();
    }
    expect(await rows()).toHaveLength(1);
  });

  test('is another person if the name is opaque', async () => {
    await connectTenant(latchkey, tenant, idp, { subjectNameIdFormat: '' }, { domains: [domain] });
    const [a, b] = [
      await signedIn(await samlRound(tenant, idp, { nameId: `AbC${counter}=`, nameIdFormat: persistent })),
      await signedIn(await samlRound(tenant, idp, { nameId: `aBc${counter}=`, nameIdFormat: persistent })),
    ];
    expect(a.user.userId).not.toBe(b.user.userId);
    expect(await rows()).toHaveLength(2);
  });

  test('reaches neither of two identities that differ only in case, and each keeps its own spelling', async () => {
    await connectTenant(latchkey, tenant, idp, {}, { domains: [domain] });
    const ann = await signedIn(await samlRound(tenant, idp, { nameId: `Ann@${domain}` }));
    const { body } = await latchkey.manage('POST', '/v1/mgmt/user/create', {
      loginId: `second-${counter}`,
      userTenants: [{ tenantId: tenant }],
    });
    const [row] = await latchkey.service.db
      .selectFrom('ssoIdentities')
      .selectAll()
      .where('projectId', '=', latchkey.projectId)
      .where('tenantId', '=', tenant)
      .execute();
    const second = { ...row!, subject: `${idp.entityId} ann@${domain}`, userId: body.user.userId };
    await latchkey.service.db.insertInto('ssoIdentities').values(second).execute();
    const userOf = async (nameId: string) =>
      (await signedIn(await samlRound(tenant, idp, { nameId }))).user.userId;
    expect(await userOf(`Ann@${domain}`)).toBe(ann.user.userId);
    expect(await userOf(`ann@${domain}`)).toBe(body.user.userId);
    expect(refusal(await samlRound(tenant, idp, { nameId: `ANN@${domain}` }))[0]).toBeUndefined();
  });

  test('at an identity provider whose name differs in case is not the same', async () => {
    await connectTenant(latchkey, tenant, idp, {}, { domains: [domain] });
    await signedIn(await samlRound(tenant, idp, { nameId: `Ann@${domain}` }));
    await latchkey.service.db
      .updateTable('ssoIdentities')
      .set({ subject: `${idp.entityId.toUpperCase()} Ann@${domain}` })
      .where('projectId', '=', latchkey.projectId)
      .where('tenantId', '=', tenant)
      .execute();
    expect(refusal(await samlRound(tenant, idp, { nameId: `ann@${domain}` }))[0]).toBeUndefined();
  });

  testOnSqlite('is found by an index, and not among all identities of the connection', async () => {
    const { rows: plan } = await sql<{ detail: string }>`explain query plan
      select max(subject) from "ssoIdentities"
      where "projectId" = ${latchkey.projectId} and "tenantId" = ${tenant} and "connectionId" = 'x'
        and lower(subject) = 'y' and substr(subject, 1, 1) = 'y'`.execute(
      acrossProjects(latchkey.service.db),
    );
    expect(plan.map(({ detail }) => detail).join()).toContain('ssoIdentities_folded');
  });

  test('is another person in `sub`', async () => {
    await connectOidcTenant(latchkey, tenant, provider);
    const a = await signedIn(
      await oidcRound(tenant, { sub: `Sub@${domain}`, preferred_username: `x${counter}` }),
    );
    const b = await oidcRound(tenant, { sub: `sub@${domain}`, email: `b@${domain}` });
    expect((await signedIn(b)).user.userId).not.toBe(a.user.userId);
  });
});

describe('a short name without an address', () => {
  const round = {
    saml: (of: string, name: string, subject: string) =>
      samlRound(of, idp, { nameId: subject, nameIdFormat: persistent, attributes: { uid: [name] } }),
    oidc: (of: string, name: string, subject: string) =>
      oidcRound(of, { sub: subject, preferred_username: name }),
  };
  const connect = {
    saml: (of: string) =>
      connectTenant(latchkey, of, idp, {
        subjectNameIdFormat: '',
        attributeMapping: { username: 'uid' },
      }),
    oidc: (of: string) =>
      connectOidcTenant(latchkey, of, provider, { userAttrMapping: { username: 'preferred_username' } }),
  };

  test.each<['saml' | 'oidc', 'saml' | 'oidc']>([
    ['saml', 'saml'],
    ['saml', 'oidc'],
    ['oidc', 'oidc'],
  ])('in two tenants (%s, %s) is two people, and returning ones are known', async (ours, theirs) => {
    const [a, b] = [`${tenant}-a`, `${tenant}-b`];
    await connect[ours](a);
    await connect[theirs](b);
    const name = `jsmith${counter}`;
    const first = await signedIn(await round[ours](a, name, name));
    const second = await signedIn(await round[theirs](b, name, name));
    expect(first.user.loginIds).toEqual([name]);
    expect(second.user.loginIds).toEqual([`${b}:${name}`]);
    expect(second.user.userTenants.map((one: { tenantId: string }) => one.tenantId)).toEqual([b]);
    const third = await signedIn(await round[theirs](b, name.toUpperCase(), `other-${name}`));
    expect(third.user.loginIds).toHaveLength(1);
    expect(third.user.loginIds[0]).toMatch(new RegExp(`^${b}:U`));
    expect(new Set([first, second, third].map(({ user }) => user.userId)).size).toBe(3);
    expect((await signedIn(await round[theirs](b, name, name))).user.userId).toBe(second.user.userId);
    expect((await signedIn(await round[ours](a, name, name))).user.userId).toBe(first.user.userId);
  });

  test('that a user of the project has leads to a new account', async () => {
    await connect.saml(tenant);
    const name = `root${counter}`;
    const { body } = await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId: name });
    const answer = await signedIn(await round.saml(tenant, name, 's-1'));
    expect(answer.user.userId).not.toBe(body.user.userId);
    expect(answer.user.loginIds).toEqual([`${tenant}:${name}`]);
  });

  test('beside an address that is free gives way to the address', async () => {
    await connect.saml(tenant);
    const name = `both${counter}`;
    await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId: name });
    const attributes = { uid: [name], email: [`both@${domain}`] };
    const answer = await samlRound(tenant, idp, { nameId: 's-2', nameIdFormat: persistent, attributes });
    expect((await signedIn(answer)).user.loginIds).toEqual([`both@${domain}`]);
  });
});
