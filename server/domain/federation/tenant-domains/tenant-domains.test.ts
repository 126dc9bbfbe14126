import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DnsAnswer, type DnsServer, startDnsServer } from '../../../../test/counterparts/dns-server.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import {
  codeOf,
  connectTenant,
  createIdentityProvider,
  type IdentityProvider,
  SsoBrowser,
} from '../../../../test/identity-provider.ts';
import { messagesTo } from '../../../../test/messages.ts';
import { lookAtDueDomains } from './look-again.ts';

const dayMs = 24 * 60 * 60 * 1000;

let dns: DnsServer;
let idp: IdentityProvider;
let latchkey: Latchkey;
let second: Latchkey;
let counter = 0;
/** A tenant and a domain that nobody has. */
let tenant: string;
let domain: string;

beforeAll(async () => {
  dns = await startDnsServer();
  latchkey = await startLatchkey({ LATCHKEY_DNS_SERVER: dns.address });
  second = await latchkey.startAnother({ LATCHKEY_DNS_SERVER: dns.address });
  latchkey.stopClock();
  second.stopClock(latchkey.service.now());
  idp = await createIdentityProvider(latchkey, 'https://idp.example');
});
afterAll(async () => {
  await second.close();
  await latchkey.close();
  await dns.close();
});
beforeEach(async () => {
  counter += 1;
  domain = `corp${counter}.example`;
  tenant = await newTenant();
});

// No later look waits for a name server that fails.
afterEach(() => dns.set(`_latchkey.${domain}`, 'no such name'));

async function newTenant(): Promise<string> {
  const { body } = await latchkey.manage('POST', '/v1/mgmt/tenant/create', {
    name: `Tenant ${crypto.randomUUID()}`,
  });
  return body.id;
}

const call = (name: string, tenantId = tenant, of = domain) =>
  latchkey.manage('POST', `/v1/mgmt/tenant/domain/${name}`, { tenantId, domain: of });

async function claim(tenantId = tenant, of = domain): Promise<{ name: string; value: string }> {
  const { status, body } = await call('create', tenantId, of);
  expect(status).toBe(200);
  return body.domain.record;
}

async function prove(tenantId = tenant, of = domain): Promise<void> {
  const { name, value } = await claim(tenantId, of);
  dns.set(name, [value]);
  expect((await call('verify', tenantId, of)).body.domain.status).toBe('verified');
}

async function domains(tenantId = tenant) {
  const { body } = await latchkey.manage('GET', `/v1/mgmt/tenant/domain/all?tenantId=${tenantId}`);
  return body.domains;
}

async function statusOf(tenantId = tenant, of = domain): Promise<string | undefined> {
  return (await domains(tenantId)).find((one: { domain: string }) => one.domain === of)?.status;
}

/** Returns what a sign-in by email address says about the tenant: the domain leads to no one, or to a tenant without SSO. */
async function routeOf(email: string): Promise<string> {
  const { body } = await latchkey.request(
    'POST',
    `/v1/auth/sso/authorize?tenant=${email}&redirectUrl=http://localhost/`,
    {
      body: {},
    },
  );
  return { E111202: 'nobody', E111302: 'a tenant without SSO' }[body.errorCode as string] ?? body.url;
}

/** Sets the domains of the tenant’s connection, as an administrator of the project does. */
const assign = (domains: string[], tenantId = tenant) =>
  latchkey.manage('POST', '/v1/mgmt/sso/saml', {
    tenantId,
    domains,
    redirectUrl: 'http://127.0.0.1:9/app',
    settings: { idpUrl: 'https://idp.example/sso', entityId: idp.entityId, idpCert: idp.certificatePem },
  });

describe('a claim', () => {
  test('has a record of its own for each tenant, which a second claim returns, too', async () => {
    const record = await claim();
    expect(record).toEqual({
      type: 'TXT',
      name: `_latchkey.${domain}`,
      value: expect.stringMatching(/^latchkey-verify=[\w-]{43}$/),
    });
    expect(await claim()).toEqual(record);
    expect(await claim(tenant, ` ${domain.toUpperCase()} `)).toEqual(record);
    expect((await claim(await newTenant())).value).not.toBe(record.value);
    expect(await domains()).toMatchObject([{ domain, status: 'pending', setByAdministrator: false, record }]);
  });

  test('of an international domain is one of its ASCII form, without what shows nothing', async () => {
    expect((await claim(tenant, 'Bücher.example')).name).toBe('_latchkey.xn--bcher-kva.example');
    expect(await domains()).toMatchObject([{ domain: 'xn--bcher-kva.example' }]);
    expect((await claim(tenant, 'b\u200b\u00fccher.example')).name).toBe('_latchkey.xn--bcher-kva.example');
    // A name that only looks like it, here with a Cyrillic letter, is another one.
    expect((await claim(tenant, 'b\u00fc\u0441her.example')).name).not.toBe(
      '_latchkey.xn--bcher-kva.example',
    );
  });

  test.each([
    ['example', 'a single label'],
    ['gmail.com', 'a provider at which anyone can have an address'],
    ['127.0.0.1', 'an IP address'],
    ['a b.example', 'a blank'],
    ['*.example.com', 'a wildcard'],
    ['example.com.', 'the absolute form'],
    ['.example.com', 'an empty label'],
    ['_dmarc.example.com', 'no host name'],
    ['example.com/..', 'a path'],
    [`${'a.'.repeat(130)}example`, 'too long'],
    ['', 'nothing'],
  ])('of %j is refused: it is %s', async (wrong) => {
    const { status, body } = await call('create', tenant, wrong);
    expect([status, body.errorMessage]).toEqual([400, expect.stringContaining('domain')]);
    expect(await domains()).toEqual([]);
  });

  test('of an unknown tenant is refused, and so is the verification of what nobody claimed', async () => {
    expect(await call('create', 'unknown')).toMatchObject({ status: 404, body: { errorCode: 'E111202' } });
    for (const name of ['verify', 'delete']) {
      expect(await call(name)).toMatchObject({ status: 404, body: { errorCode: 'E111204' } });
    }
  });
});

describe('the record', () => {
  test('proves the domain, wherever it stands among others and in however many strings', async () => {
    const { name, value } = await claim();
    dns.set(name, ['v=spf1 -all', [value.slice(0, 20), value.slice(20)], 'x'.repeat(600)]);
    const { body } = await call('verify');
    expect(body.domain).toMatchObject({ domain, status: 'verified', lastCheck: 'found' });
    expect(body.foundValues).toContain(value);
  });

  test('is found through aliases', async () => {
    const { name, value } = await claim();
    dns.set(name, { alias: `a.${domain}` });
    dns.set(`a.${domain}`, { alias: `b.${domain}` });
    dns.set(`b.${domain}`, ['the address of a machine inside', value]);
    const { body } = await call('verify');
    // Nobody reads other records by pointing an alias at them.
    expect([body.domain.status, body.foundValues]).toEqual(['verified', [value]]);
  });

  test.each<[string, (value: string) => DnsAnswer]>([
    ['another case', (value) => [value.toUpperCase()]],
    ['more before it', (value) => [`x${value}`]],
    ['more after it', (value) => [`${value} `]],
    ['its two halves in two records', (value) => [value.slice(0, 20), value.slice(20)]],
    ['only its beginning', (value) => [value.slice(0, -1)]],
    ['no text', () => []],
    ['no such name', () => 'no such name'],
  ])('with %s is none', async (_, answer) => {
    const { name, value } = await claim();
    dns.set(name, answer(value));
    const { status, body } = await call('verify');
    expect([status, body.domain.status, body.domain.lastCheck]).toEqual([200, 'pending', 'missing']);
  });

  test('of another tenant, another domain or the domain itself is none', async () => {
    const { name, value } = await claim();
    const other = await claim(await newTenant());
    dns.set(name, [other.value]);
    dns.set(domain, [value]);
    dns.set(`_latchkey.sub.${domain}`, [value]);
    expect((await call('verify')).body.domain.status).toBe('pending');
  });

  test.each<DnsAnswer>(['server failure', 'refused', 'garbage', 'silence', { alias: 'loop' }])(
    'of a name server with %j is not known, which changes nothing and is no error of ours',
    async (answer) => {
      const { name, value } = await claim();
      const bad = typeof answer === 'object' ? { alias: name } : answer;
      dns.set(name, bad);
      const first = await call('verify');
      expect([first.status, first.body.domain.status, first.body.domain.lastCheck]).toEqual([
        200,
        'pending',
        'failed',
      ]);
      dns.set(name, [value]);
      await call('verify');
      dns.set(name, bad);
      // One wait for a response that never comes is enough.
      if (answer === 'silence' || answer === 'garbage') return;
      const again = await call('verify');
      expect([again.body.domain.status, again.body.domain.lastCheck]).toEqual(['verified', 'failed']);
    },
  );
});

describe('a proven domain', () => {
  test('leads its addresses to the tenant, and no others', async () => {
    await claim();
    expect(await routeOf(`ada@${domain}`)).toBe('nobody');
    await prove();
    expect(await routeOf(`ada@${domain}`)).toBe('a tenant without SSO');
    expect(await routeOf(`ada@sub.${domain}`)).toBe('nobody');
    expect(await routeOf(`ada@x${domain}`)).toBe('nobody');
  });

  test('lets the tenant’s identity provider vouch for its addresses, and nobody for those of a claim', async () => {
    const { idp, tenantId } = await connectedTenant();
    await claim(tenantId);
    expect(await signIn(tenantId, idp, `ada@${domain}`)).toMatchObject({ verifiedEmail: false });
    await prove(tenantId);
    expect(await signIn(tenantId, idp, `bob@${domain}`)).toMatchObject({ verifiedEmail: true });
    expect(await signIn(tenantId, idp, `eve@sub.${domain}`)).toMatchObject({ verifiedEmail: false });
  });

  test('includes those below it if the project says so, except what another tenant has', async () => {
    await prove();
    const other = await newTenant();
    await prove(other, `own.${domain}`);
    await latchkey.manage('POST', '/v1/mgmt/project/settings', { provenSubdomains: true });
    try {
      const { idp, tenantId } = await connectedTenant();
      await prove(tenantId, `deep.${domain}`);
      expect(await routeOf(`ada@a.b.${domain}`)).toBe('a tenant without SSO');
      expect(await signIn(tenantId, idp, `ada@x.deep.${domain}`)).toMatchObject({ verifiedEmail: true });
      expect(await routeOf(`ada@x${domain}`)).toBe('nobody');
      // A domain that an administrator sets never includes its subdomains.
      await assign([`set${counter}.example`]);
      expect(await routeOf(`ada@a.set${counter}.example`)).toBe('nobody');
    } finally {
      await latchkey.manage('POST', '/v1/mgmt/project/settings', { provenSubdomains: false });
    }
  });

  test('is one tenant’s: another one can neither prove it nor get it from an administrator', async () => {
    await prove();
    const other = await newTenant();
    const { value } = await claim(other);
    const { value: first } = await claim();
    dns.set(`_latchkey.${domain}`, [first, value]);
    expect(await call('verify', other)).toMatchObject({ status: 400, body: { errorCode: 'E111203' } });
    expect(await assign([domain], other)).toMatchObject({ status: 400, body: { errorCode: 'E111203' } });
    expect(await Promise.all([statusOf(), statusOf(other)])).toEqual(['verified', 'pending']);
  });

  test('is one tenant’s when two prove it at once, on two instances', async () => {
    const other = await newTenant();
    const records = [await claim(), await claim(other)];
    dns.set(
      `_latchkey.${domain}`,
      records.map(({ value }) => value),
    );
    const verify = (one: Latchkey, tenantId: string) =>
      one.request('POST', '/v1/mgmt/tenant/domain/verify', {
        bearer: `${latchkey.projectId}:${latchkey.managementKey}`,
        body: { tenantId, domain },
      });
    const answers = await Promise.all([verify(latchkey, tenant), verify(second, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect([await statusOf(), await statusOf(other)].sort()).toEqual(['pending', 'verified']);
  });

  test('passes to the tenant whose record replaced that of the former owner', async () => {
    await prove();
    const other = await newTenant();
    await prove(other);
    expect(await Promise.all([statusOf(), statusOf(other)])).toEqual(['pending', 'verified']);
  });

  test('stays whatever an administrator sets for the connection, and is not theirs by being sent back', async () => {
    await prove();
    const [added, later] = [`added${counter}.example`, `later${counter}.example`];
    for (const sent of [[added], [domain, later], []]) {
      expect((await assign(sent)).status).toBe(200);
      expect(await statusOf()).toBe('verified');
    }
    expect(await domains()).toMatchObject([{ domain, setByAdministrator: false }]);
  });

  test('stays when the connection is deleted', async () => {
    const { tenantId } = await connectedTenant();
    await prove(tenantId);
    await assign([`set${counter}.example`], tenantId);
    await latchkey.manage('DELETE', `/v1/mgmt/sso/settings?tenantId=${tenantId}`);
    expect(await domains(tenantId)).toMatchObject([{ domain, status: 'verified' }]);
    expect(await routeOf(`ada@${domain}`)).toBe('a tenant without SSO');
  });

  test('is free again when its claim or its tenant is deleted', async () => {
    const other = await newTenant();
    await prove();
    expect((await call('delete')).status).toBe(200);
    expect(await domains()).toEqual([]);
    await prove(other);
    await latchkey.manage('POST', '/v1/mgmt/tenant/delete', { id: other });
    await prove();
  });
});

describe('a domain that an administrator set', () => {
  test('counts as verified without a record', async () => {
    await assign([domain]);
    expect(await domains()).toMatchObject([
      { domain, status: 'verified', setByAdministrator: true, createdTime: 0 },
    ]);
    expect((await domains())[0]).not.toHaveProperty('record');
  });

  test('remains when its proof ends or its claim is deleted', async () => {
    await assign([domain]);
    await prove();
    dns.set(`_latchkey.${domain}`, []);
    await call('verify');
    expect(await statusOf()).toBe('verified');
    await call('delete');
    expect(await statusOf()).toBe('verified');
    await assign([]);
    expect(await statusOf()).toBeUndefined();
  });

  test('remains with its tenant when another one has a record', async () => {
    await assign([domain]);
    const other = await newTenant();
    const { name, value } = await claim(other);
    dns.set(name, [value]);
    expect(await call('verify', other)).toMatchObject({ status: 400, body: { errorCode: 'E111203' } });
    expect(await statusOf()).toBe('verified');
  });
});

describe('a look', () => {
  test.each(['verify', 'daily'])('that finds no record ends the proof at once (%s)', async (how) => {
    const { idp, tenantId } = await connectedTenant();
    tenant = tenantId;
    await prove();
    const before = await signIn(tenant, idp, `ada@${domain}`);
    await addMember(`boss@${domain}`, ['Tenant Admin']);
    await addMember(`member@${domain}`, []);
    await addMember(`unproven@${domain}`, ['Tenant Admin'], false);
    dns.set(`_latchkey.${domain}`, []);
    await look(how);
    expect(await statusOf()).toBe('pending');
    expect(await routeOf(`ada@${domain}`)).toBe('nobody');
    const told = await Promise.all(
      ['boss', 'member', 'unproven', 'ada'].map((name) => messagesTo(latchkey, `${name}@${domain}`)),
    );
    expect(told.map((messages) => messages.map(({ subject }) => subject))).toEqual([
      [`The domain ${domain} is no longer verified`],
      [],
      [],
      [],
    ]);
    // Users who came by the domain stay.
    const { body } = await latchkey.manage('GET', `/v1/mgmt/user?userid=${before.userId}`);
    expect(body.user).toMatchObject({ verifiedEmail: true, userTenants: [{ tenantId }] });
    const { body: audit } = await latchkey.manage('POST', '/v1/mgmt/audit/search', {
      tenants: [tenant],
      actions: ['TenantModified'],
    });
    expect(audit.audits.map((one: { data: { change: string } }) => one.data.change).sort()).toEqual([
      'domainClaimed',
      'domainProofLost',
      'domainVerified',
    ]);
  });

  test.each(['verify', 'daily'])(
    'that fails leaves the proof, and is repeated in an hour (%s)',
    async (how) => {
      await prove();
      dns.set(`_latchkey.${domain}`, 'server failure');
      await look(how);
      expect(await domains()).toMatchObject([{ status: 'verified', lastCheck: 'failed' }]);
      dns.set(`_latchkey.${domain}`, []);
      for (const one of [latchkey, second]) one.advance(dayMs / 24 + 1_000);
      await lookAtDueDomains(second.service);
      expect(await statusOf()).toBe('pending');
    },
  );

  test('does not count when the claim was deleted or looked at meanwhile', async () => {
    const { name, value } = await claim();
    dns.set(name, [value]);
    const begun = dns.hold(name);
    const verifying = call('verify');
    await begun;
    await call('delete');
    const again = await claim();
    dns.release(name);
    expect((await verifying).body.domain.status).toBe('pending');
    expect(again.value).not.toBe(value);
    expect(await statusOf()).toBe('pending');
  });
});

async function look(how: string): Promise<void> {
  if (how === 'verify') return void (await call('verify'));
  for (const one of [latchkey, second]) one.advance(dayMs);
  dns.asked();
  await Promise.all([latchkey, second].map(({ service }) => lookAtDueDomains(service)));
  expect(dns.asked().filter((name) => name === `_latchkey.${domain}`)).toHaveLength(1);
}

async function addMember(email: string, roleNames: string[], verifiedEmail = true): Promise<void> {
  const userTenants = [{ tenantId: tenant, roleNames }];
  const { status } = await latchkey.manage('POST', '/v1/mgmt/user/create', {
    loginId: email,
    email,
    verifiedEmail,
    userTenants,
  });
  expect(status).toBe(200);
}

async function connectedTenant() {
  const tenantId = `connected-${crypto.randomUUID()}`;
  const idp = await createIdentityProvider(latchkey, `https://${tenantId}.example`);
  await connectTenant(latchkey, tenantId, idp);
  return { idp, tenantId };
}

async function signIn(tenantId: string, idp: IdentityProvider, email: string) {
  const browser = new SsoBrowser(latchkey);
  const request = await browser.start(tenantId);
  const answer = await browser.post(request.acsUrl, await idp.respond(request, { nameId: email }));
  const { body } = await latchkey.request('POST', '/v1/auth/sso/exchange', {
    body: { code: codeOf(answer) },
  });
  return body.user;
}
