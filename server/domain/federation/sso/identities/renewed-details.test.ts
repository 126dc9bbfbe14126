import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { assertedIdentities } from '../../../../../test/asserted-identities.ts';
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

/** Tests what an identity provider changes of a user at a later sign-in. */

let latchkey: Latchkey;
let provider: OpenIdProvider;
/** An identity provider that can assert any address. */
let theirs: IdentityProvider;
let counter = 0;
let b: string;
let domain: string;

beforeAll(async () => {
  latchkey = await startLatchkey();
  provider = await startOpenIdProvider(latchkey);
  theirs = await createIdentityProvider(latchkey, 'https://idp.theirs.example');
});
afterAll(async () => {
  provider.close();
  await latchkey.close();
});
beforeEach(() => {
  counter += 1;
  b = `b-${counter}`;
  domain = `b${counter}.example`;
});

const { manage, samlRound, oidcRound, signedIn } = assertedIdentities(() => ({ latchkey, provider }));

describe('at each sign-in', () => {
  const mapped = {
    attributeMapping: {
      phoneNumber: 'tel',
      verifiedPhone: 'telOk',
      customAttributes: { level: 'lvl', staff: 'isStaff', teams: 'teams' },
    },
  };
  const phone = () => `+1202557${String(counter).padStart(4, '0')}`;

  beforeAll(async () => {
    const options = ['red', 'blue'].map((value) => ({ label: value, value }));
    const attributes = [
      { name: 'level', type: 2 },
      { name: 'staff', type: 3 },
      { name: 'teams', type: 5, options },
    ];
    await manage('user/customattribute/create', { attributes });
  });

  test('name, address, phone and mapped attributes are renewed', async () => {
    await connectTenant(latchkey, b, theirs, mapped, { domains: [domain] });
    const first = await signedIn(
      await samlRound(b, theirs, {
        nameId: `n-${counter}`,
        attributes: { email: [`old@${domain}`], name: ['Old'], lvl: ['3'], isStaff: ['false'] },
      }),
    );
    expect(first.user).toMatchObject({ name: 'Old', customAttributes: { level: 3, staff: false } });
    const { user } = await signedIn(
      await samlRound(b, theirs, {
        nameId: `n-${counter}`,
        attributes: {
          email: [`new@${domain}`],
          name: ['New'],
          tel: [phone()],
          telOk: ['true'],
          lvl: ['4'],
          isStaff: ['true'],
          teams: ['blue', 'red', 'green'],
        },
      }),
    );
    expect(user).toMatchObject({
      userId: first.user.userId,
      name: 'New',
      email: `new@${domain}`,
      verifiedEmail: true,
      phone: phone(),
      verifiedPhone: true,
      customAttributes: { level: 4, staff: true, teams: ['red', 'blue'] },
    });
  });

  test('a sign-in without changes writes nothing', async () => {
    await connectTenant(latchkey, b, theirs, mapped, { domains: [domain] });
    const said = {
      nameId: `same-${counter}`,
      attributes: { email: [`same@${domain}`], name: ['Same'], tel: [phone()], telOk: ['true'], lvl: ['3'] },
    };
    const { user } = await signedIn(await samlRound(b, theirs, said));
    const modifiedAt = () =>
      latchkey.service.db
        .selectFrom('users')
        .select('modifiedAt')
        .where('projectId', '=', latchkey.projectId)
        .where('id', '=', user.userId)
        .executeTakeFirstOrThrow();
    const before = await modifiedAt();
    latchkey.advance(1_000);
    expect((await signedIn(await samlRound(b, theirs, said))).user.userId).toBe(user.userId);
    expect(await modifiedAt()).toEqual(before);
  });

  test('details stay unchanged if the connection’s setting says so', async () => {
    await connectTenant(latchkey, b, theirs, { renewUserDetails: false }, { domains: [domain] });
    const said = (name: string) => ({ nameId: `s@${domain}`, attributes: { name: [name] } });
    await signedIn(await samlRound(b, theirs, said('Old')));
    expect((await signedIn(await samlRound(b, theirs, said('New')))).user.name).toBe('Old');
    const { body } = await latchkey.manage('GET', `/v2/mgmt/sso/settings?tenantId=${b}`);
    expect(body.saml.renewUserDetails).toBe(false);
    expect(body.oidc.renewUserDetails).toBe(false);
  });

  test('an address or number that another user has stays theirs', async () => {
    await connectTenant(latchkey, b, theirs, mapped, { domains: [domain] });
    await manage('user/create', { loginId: `taken@${domain}`, phone: phone() });
    const nameId = `t-${counter}`;
    await signedIn(await samlRound(b, theirs, { nameId, attributes: { email: [`me@${domain}`] } }));
    const { user } = await signedIn(
      await samlRound(b, theirs, {
        nameId,
        attributes: { email: [`taken@${domain}`], tel: [phone()], telOk: ['true'] },
      }),
    );
    expect(user).toMatchObject({ email: `me@${domain}`, verifiedPhone: false });
  });

  test('a verified address is not replaced by one that the connection cannot prove', async () => {
    await connectTenant(latchkey, b, theirs, {}, { domains: [domain] });
    const nameId = `v-${counter}`;
    await signedIn(await samlRound(b, theirs, { nameId, attributes: { email: [`me@${domain}`] } }));
    const said = { nameId, attributes: { email: [`me@free${counter}.example`] } };
    expect((await signedIn(await samlRound(b, theirs, said))).user).toMatchObject({
      email: `me@${domain}`,
      verifiedEmail: true,
    });
  });

  test('OpenID claims are mapped to custom attributes and to the proof of address and number', async () => {
    const userAttrMapping = {
      customAttributes: { level: 'org.level', teams: 'teams' },
      verifiedEmail: 'mail_ok',
      verifiedPhone: 'phone_ok',
    };
    await connectOidcTenant(latchkey, b, provider, { userAttrMapping }, { domains: [domain] });
    const claims = {
      sub: `o-${counter}`,
      email: `o@${domain}`,
      phone_number: phone(),
      phone_ok: true,
      org: { level: 7 },
      teams: ['blue'],
    };
    const first = await signedIn(await oidcRound(b, claims));
    expect(first.user).toMatchObject({
      email: `o@${domain}`,
      verifiedEmail: false,
      phone: phone(),
      verifiedPhone: false,
      customAttributes: { level: 7, teams: ['blue'] },
    });
    const { user } = await signedIn(await oidcRound(b, { ...claims, mail_ok: 'true' }));
    expect(user).toMatchObject({ verifiedEmail: true, verifiedPhone: true });
  });

  test('SAML maps the proof of an address: without it, the address is not verified', async () => {
    const attributeMapping = { verifiedEmail: 'mailOk' };
    await connectTenant(latchkey, b, theirs, { attributeMapping }, { domains: [domain] });
    const said = (ok: string) => ({ nameId: `m@${domain}`, attributes: { mailOk: [ok] } });
    expect((await signedIn(await samlRound(b, theirs, said('no')))).user.verifiedEmail).toBe(false);
    expect((await signedIn(await samlRound(b, theirs, said('true')))).user.verifiedEmail).toBe(true);
  });
});
