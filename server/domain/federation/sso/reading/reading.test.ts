import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import {
  codeOf,
  createIdentityProvider,
  errorOf,
  type IdentityProvider,
  SsoBrowser,
} from '../../../../../test/identity-provider.ts';
import type { IdpResponseInput } from '../../../../protocols/saml/idp-response.ts';
import { idpMetadata } from '../saml/idp-fixture.ts';
import { readDueProviders } from './read-daily.ts';

const entityId = 'https://idp.corp.example';

let latchkey: Latchkey;
let second: Latchkey;
let old: IdentityProvider;
let current: IdentityProvider;
let server: Server;
/** The response of the metadata address. */
let answer: RequestListener;
let asked = 0;
let address: string;
let tenant: string;
let counter = 0;
let users = 0;

beforeAll(async () => {
  latchkey = await startLatchkey();
  second = await latchkey.startAnother();
  latchkey.stopClock();
  second.stopClock(latchkey.service.now());
  [old, current] = await Promise.all([
    createIdentityProvider(latchkey, entityId),
    createIdentityProvider(latchkey, entityId),
  ]);
  server = createServer((request, response) => {
    asked += 1;
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metadata`;
});
afterAll(async () => {
  server.close().closeAllConnections();
  await second.close();
  await latchkey.close();
});
beforeEach(async () => {
  counter += 1;
  tenant = `tenant-${counter}`;
  serve([old]);
  await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id: tenant, name: tenant });
  expect((await configure({ idpMetadataUrl: address })).status).toBe(200);
  // Nothing of an earlier test is due.
  await latchkey.service.db
    .updateTable('ssoConnections')
    .set({ protocol: 'none' })
    .where('projectId', '=', latchkey.projectId)
    .where('tenantId', '!=', tenant)
    .execute();
  asked = 0;
});

function serve(idps: IdentityProvider[], changes: Parameters<typeof idpMetadata>[0] = {}) {
  const certificates = idps.map(({ certificatePem }) => certificatePem);
  answer = (_request, response) => response.end(idpMetadata({ entityId, certificates, ...changes }));
}

function say(status: number, body = '') {
  answer = (_request, response) => response.writeHead(status).end(body);
}

/** Metadata that describes several identity providers. */
function federation(entityIds: string[], certificates?: string[]): string {
  const entities = entityIds.map((one) => idpMetadata({ entityId: one, certificates })).join('');
  return `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${entities}</EntitiesDescriptor>`;
}

const configure = (settings: Record<string, unknown>) =>
  latchkey.manage('POST', '/v1/mgmt/sso/saml/metadata', {
    tenantId: tenant,
    redirectUrl: 'http://127.0.0.1:9/app',
    settings,
  });

const load = async () => (await latchkey.manage('GET', `/v2/mgmt/sso/settings?tenantId=${tenant}`)).body;

async function round(idp: IdentityProvider, on = latchkey, changes: Partial<IdpResponseInput> = {}) {
  const browser = new SsoBrowser(on);
  const request = await browser.start(tenant);
  // Another user each time: two first sign-ins of one user at once would be refused for that.
  users += 1;
  const xml = await idp.respond(request, { nameId: `user${users}@${tenant}.example`, ...changes });
  return browser.post(request.acsUrl, xml);
}

async function signsIn(idp: IdentityProvider, on = latchkey): Promise<boolean> {
  return codeOf(await round(idp, on)) !== undefined;
}

const fingerprintsOf = (keys: { fingerprint: string }[]) => keys.map(({ fingerprint }) => fingerprint);

async function certificates(): Promise<string[]> {
  const path = `/v1/mgmt/sso/certificates?tenantId=${tenant}`;
  return fingerprintsOf((await latchkey.manage('GET', path)).body.certificates);
}

function advance(milliseconds: number) {
  latchkey.advance(milliseconds);
  second.advance(milliseconds);
}

async function lastReason(): Promise<string> {
  const { body } = await latchkey.manage('GET', `/v1/mgmt/sso/failures?tenantId=${tenant}`);
  return body.failures[0].reason;
}

async function changesInAudit() {
  const { body } = await latchkey.manage('POST', '/v1/mgmt/audit/search', { tenants: [tenant] });
  return body.audits
    .map(({ data, actorId }: { data: Record<string, unknown>; actorId: string }) => ({ ...data, actorId }))
    .filter(({ change }: { change?: string }) => change === 'readAgain');
}

describe('a signature that matches no key', () => {
  test('makes the metadata address be read, and the same sign-in goes on with the new key', async () => {
    const before = await certificates();
    serve([current]);
    expect(await signsIn(current)).toBe(true);
    expect(asked).toBe(1);
    const { reading } = await load();
    const after = await certificates();
    expect(reading).toMatchObject({ address, failure: '', failureTime: 0, changes: [{ by: 'address' }] });
    expect(fingerprintsOf(reading.changes[0].added)).toEqual(after);
    expect(fingerprintsOf(reading.changes[0].removed)).toEqual(before);
    expect(await changesInAudit()).toMatchObject([
      { cause: 'signature', certificatesBefore: before, certificates: after },
    ]);
    // A key that the metadata no longer names counts no longer.
    expect(await signsIn(old)).toBe(false);
    expect(await signsIn(current)).toBe(true);
  });

  test('lets in all who sign in while the key changes, on every instance, with one request', async () => {
    serve([current, old]);
    const listener = answer;
    answer = (...to) => void setTimeout(() => listener(...to), 200);
    const outcomes = await Promise.all(
      [latchkey, second, latchkey, second].map((instance) => signsIn(current, instance)),
    );
    expect(outcomes).toEqual([true, true, true, true]);
    expect(asked).toBe(1);
  });

  test('lets in the users of an instance whose clock is ahead of the one that reads', async () => {
    latchkey.advance(3_000);
    await configure({ idpMetadataUrl: address });
    asked = 0;
    serve([current]);
    const listener = answer;
    let other: Promise<boolean> | undefined;
    answer = (...to) => {
      other = signsIn(current, latchkey);
      setTimeout(() => listener(...to), 400);
    };
    expect(await signsIn(current, second)).toBe(true);
    expect(await other).toBe(true);
    expect(asked).toBe(1);
    second.advance(3_000);
  });

  test('makes no more than one request a minute for all instances, however many there are', async () => {
    const forger = await createIdentityProvider(latchkey, entityId);
    const flood = () =>
      Promise.all([latchkey, second, latchkey, second, latchkey].map((on) => signsIn(forger, on)));
    expect(await flood()).not.toContain(true);
    expect(await flood()).not.toContain(true);
    expect(asked).toBe(1);
    advance(61_000);
    await flood();
    expect(asked).toBe(2);
    expect(await signsIn(old)).toBe(true);
    expect(asked).toBe(2);
  });

  test('is explained to the administrators by what the address has, and to nobody else', async () => {
    const [fingerprint] = await certificates();
    const forger = await createIdentityProvider(latchkey, entityId);
    const isConfigured =
      'The signature was not made with any of the certificates that are configured for the';
    const explained = async () => {
      expect(errorOf(await round(forger))).toBe(`${isConfigured} identity provider.`);
      advance(61_000);
      const reason = await lastReason();
      expect(reason).toContain(isConfigured);
      const audit = await latchkey.manage('POST', '/v1/mgmt/audit/search', {
        tenants: [tenant],
        actions: ['LoginFailed'],
      });
      expect(audit.body.audits[0].data.reason).toBe(reason);
      return reason;
    };
    expect(await explained()).toContain(`has the same certificates (SHA-256 ${fingerprint}, valid from `);
    serve([current]);
    expect(await explained()).toMatch(
      /now has a different certificate \(SHA-256 [0-9A-F:]{95}, .*which is now used/,
    );
    say(200, '<html><body>Sign in</body></html>');
    expect(await explained()).toMatch(/nothing was updated: .*This is a web page, not metadata/);
    answer = (request) => request.socket.destroy();
    expect(await explained()).toMatch(/cannot be fetched: 127\.0\.0\.1:\d+: /);
  });

  test('changes nothing else that a response must be', async () => {
    serve([current]);
    const other = { audience: 'https://other.example' };
    expect(errorOf(await round(current, latchkey, other))).toMatch(/^The assertion is for /);
    expect(asked).toBe(1);
    serve([old]);
    advance(61_000);
    const browser = new SsoBrowser(latchkey);
    const request = await browser.start(tenant);
    const xml = await old.respond(request);
    expect(codeOf(await browser.post(request.acsUrl, xml))).toBeDefined();
    expect(codeOf(await browser.post(request.acsUrl, xml))).toBeUndefined();

    // A response that expires while the address is read has expired.
    serve([current]);
    const listener = answer;
    answer = (...to) => {
      advance(5 * 60_000);
      listener(...to);
    };
    advance(61_000);
    expect(errorOf(await round(current))).toMatch(/expired|valid until|older/i);
  });

  test('asks nobody if the certificates were entered by hand, or the response is not signed', async () => {
    const request = await new SsoBrowser(latchkey).start(tenant);
    const unsigned = await current.respond(request, { sign: 'none' });
    expect(codeOf(await new SsoBrowser(latchkey).post(request.acsUrl, unsigned))).toBeUndefined();
    await configure({ idpMetadataXml: idpMetadata({ entityId, certificates: [old.certificatePem] }) });
    await round(current);
    expect(await lastReason()).toMatch(/not read from a metadata URL/);
    expect(asked).toBe(0);
  });
});

describe('metadata that is not usable', () => {
  const cases: [string, () => void, RegExp][] = [
    [
      'it names another entity ID',
      () => serve([current], { entityId: 'https://evil.example' }),
      /evil\.example/,
    ],
    ['it is a web page', () => say(200, '<html></html>'), /web page/],
    ['it has expired', () => serve([current], { validUntil: '2020-01-01T00:00:00Z' }), /expired/],
    ['the server fails', () => say(500), /responded with 500/],
    [
      'it has moved',
      () => {
        answer = (_request, response) => response.writeHead(302, { location: '/moved' }).end();
      },
      /redirects \(302\)/,
    ],
    [
      'it describes others only',
      () => say(200, federation(['urn:a', 'urn:b'])),
      /describes no identity provider/,
    ],
    ['it is too large', () => say(200, 'x'.repeat(2 ** 21)), /larger/],
    ['it has no usable key', () => serve([{ ...current, certificatePem: '' }]), /certificate/],
  ];
  test.each(cases)('changes nothing if %s, and the settings say why', async (_, prepare, reason) => {
    const before = await load();
    prepare();
    advance(61_000);
    expect(await signsIn(current)).toBe(false);
    const { saml, reading } = await load();
    expect(saml).toEqual(before.saml);
    expect(reading).toMatchObject({ readTime: before.reading.readTime, changes: [] });
    expect(reading.failure).toMatch(reason);
    expect(reading.failureTime).toBeGreaterThan(before.reading.readTime);
    expect(await signsIn(old)).toBe(true);
    serve([old]);
    advance(61_000);
    await signsIn(current);
    expect((await load()).reading).toMatchObject({ failure: '', failureTime: 0 });
  });
});

test('metadata with other providers beside the connection’s own is read for that one', async () => {
  say(200, federation(['urn:a', entityId, 'urn:b'], [current.certificatePem]));
  expect(await signsIn(current)).toBe(true);
  expect((await load()).saml.idpEntityId).toBe(entityId);
});

describe('the daily reading', () => {
  const readOnBoth = () => Promise.all([latchkey, second].map(({ service }) => readDueProviders(service)));

  test('is done once a day for all instances, each connection at its own time', async () => {
    serve([old, current]);
    await readOnBoth();
    expect(asked).toBe(0);
    advance(28 * 3_600_000);
    await readOnBoth();
    expect(asked).toBe(1);
    expect(await changesInAudit()).toMatchObject([{ cause: 'daily', actorId: 'sweeper' }]);
    expect(await signsIn(current)).toBe(true);
    expect(asked).toBe(1);
    advance(19 * 3_600_000);
    await readOnBoth();
    expect(asked).toBe(1);
    const rows = await latchkey.service.db
      .selectFrom('ssoConnections')
      .select('readDueAt')
      .where('projectId', '=', latchkey.projectId)
      .execute();
    expect(rows.length).toBeGreaterThan(1);
  });

  test('reaches a connection that was saved while the clock ran ahead, and waits for no address that fails', async () => {
    const others = Array.from({ length: 6 }, (_, index) => `${tenant}-${index}`);
    for (const id of others) {
      await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id, name: id });
      const settings = { idpMetadataUrl: `${address}?failing` };
      await latchkey.manage('POST', '/v1/mgmt/sso/saml/metadata', { tenantId: id, settings });
    }
    const due = (readDueAt: number, tenants: string[]) =>
      latchkey.service.db
        .updateTable('ssoConnections')
        .set({ readDueAt })
        .where('projectId', '=', latchkey.projectId)
        .where('tenantId', 'in', tenants)
        .execute();
    await due(0, others);
    await due(latchkey.service.now() + 365 * 86_400_000, [tenant]);
    asked = 0;
    const listener = answer;
    answer = (request, response) =>
      request.url?.endsWith('?failing') ? request.socket.destroy() : listener(request, response);
    await readDueProviders(latchkey.service);
    expect(asked).toBe(others.length + 1);
    await readDueProviders(latchkey.service);
    expect(asked).toBe(others.length + 1);
    expect((await load()).reading.failure).toBe('');
  });

  test('reaches connections of before the upgrade, and leaves alone those by hand and of disabled tenants', async () => {
    const upgrade = () =>
      latchkey.service.db
        .updateTable('ssoConnections')
        .set({ readDueAt: 0, askedAt: 0, reading: '{}' })
        .where('projectId', '=', latchkey.projectId)
        .where('tenantId', '=', tenant)
        .execute();
    await upgrade();
    expect((await load()).reading).toMatchObject({ readTime: 0, failureTime: 0, changes: [] });
    await readOnBoth();
    expect(asked).toBe(1);
    expect((await load()).reading.readTime).toBeGreaterThan(0);

    await latchkey.manage('POST', '/v1/mgmt/tenant/update', { id: tenant, name: tenant, disabled: true });
    await upgrade();
    await readOnBoth();
    expect(asked).toBe(1);

    await latchkey.manage('POST', '/v1/mgmt/tenant/update', { id: tenant, name: tenant, disabled: false });
    await configure({ idpMetadataXml: idpMetadata({ entityId }) });
    await upgrade();
    await readOnBoth();
    expect(asked).toBe(1);
  });
});

describe('a reading that comes too late', () => {
  /** Does something while the address is being read. */
  async function whileReading(step: () => Promise<unknown>) {
    serve([current]);
    const listener = answer;
    answer = async (...to) => {
      serve([old]);
      await step();
      listener(...to);
    };
    advance(61_000);
    await signsIn(current);
  }

  test('takes nothing over if an administrator saved the connection meanwhile', async () => {
    const byHand = [old.certificatePem, (await createIdentityProvider(latchkey, entityId)).certificatePem];
    await whileReading(() => configure({ idpMetadataXml: idpMetadata({ entityId, certificates: byHand }) }));
    const { saml, reading } = await load();
    expect([saml.idpCertificate, ...saml.idpAdditionalCertificates]).toEqual(byHand);
    expect(saml.idpMetadataUrl).toBe('');
    expect(reading.changes).toMatchObject([{ by: 'managementKey', removed: [] }]);
  });

  test.each<[string, () => unknown, RegExp?]>([
    ['goes on if nothing', () => {}],
    [
      'signs in nobody if the tenant was disabled and nothing else',
      () => latchkey.manage('POST', '/v1/mgmt/tenant/update', { id: tenant, name: tenant, disabled: true }),
      /tenant is disabled/,
    ],
    [
      'signs in nobody if the setting for sign-ins that begin at the identity provider',
      () => configure({ idpMetadataUrl: address, allowIdpInitiated: false }),
      /does not allow sign-ins that start/,
    ],
  ])('%s changed meanwhile', async (_, step, reason) => {
    await configure({ idpMetadataUrl: address, allowIdpInitiated: true });
    const { acsUrl, issuer } = await new SsoBrowser(latchkey).start(tenant);
    serve([current]);
    const listener = answer;
    answer = async (...to) => {
      answer = listener;
      await step();
      listener(...to);
    };
    const nameId = `ann@${tenant}.example`;
    const unsolicited = await current.respond({ id: undefined, acsUrl, issuer }, { nameId });
    const reply = await new SsoBrowser(latchkey).post(acsUrl, unsolicited);
    if (reason) expect(errorOf(reply)).toMatch(reason);
    expect(codeOf(reply) === undefined).toBe(Boolean(reason));
  });

  test('takes nothing over if the connection or the tenant was deleted meanwhile', async () => {
    await whileReading(() => latchkey.manage('DELETE', `/v1/mgmt/sso/settings?tenantId=${tenant}`));
    expect((await load()).saml.idpEntityId).toBe('');
    expect((await configure({ idpMetadataUrl: address })).status).toBe(200);
    await whileReading(() => latchkey.manage('POST', '/v1/mgmt/tenant/delete', { id: tenant }));
    expect((await latchkey.manage('GET', `/v2/mgmt/sso/settings?tenantId=${tenant}`)).status).toBe(404);
  });

  test('keeps other settings that changed meanwhile', async () => {
    await whileReading(() =>
      latchkey.manage('POST', '/v1/mgmt/sso/redirect', {
        tenantId: tenant,
        samlRedirectUrl: 'https://app.example/other',
      }),
    );
    expect((await load()).saml.redirectUrl).toBe('https://app.example/other');
    expect(await certificates()).not.toEqual([]);
    expect((await load()).reading.changes).toHaveLength(1);
  });
});

describe('an administrator', () => {
  const read = () => latchkey.manage('POST', '/v1/mgmt/sso/provider/read', { tenantId: tenant });

  test('can have the address read now, and sees each change of certificates with who made it', async () => {
    serve([old, current]);
    const { status, body } = await read();
    expect(status).toBe(200);
    expect(body.saml.idpAdditionalCertificates).toHaveLength(1);
    serve([current]);
    await configure({ idpMetadataUrl: address });
    const { reading } = await load();
    expect(reading.changes).toMatchObject([
      { by: 'managementKey', added: [], removed: [{}] },
      { by: 'address', added: [{}], removed: [] },
    ]);
    expect(await changesInAudit()).toMatchObject([{ cause: 'requested' }]);
  });

  test('is told why nothing was read', async () => {
    say(404);
    expect((await read()).body.reading.failure).toMatch(/responded with 404/);
    await configure({ idpMetadataXml: idpMetadata({ entityId }) });
    expect(await read()).toMatchObject({ status: 400, body: { errorCode: 'E011004' } });
  });

  test('is told which certificates of the metadata were left out, at saving and afterwards', async () => {
    serve([{ ...old, certificatePem: '' }, old]);
    const leftOutCertificates = [expect.stringMatching(/^Certificate 1: /)];
    expect((await configure({ idpMetadataUrl: address })).body).toEqual({ leftOutCertificates });
    expect((await load()).reading).toMatchObject({ leftOutCertificates });
    serve([old]);
    await read();
    expect((await load()).reading).toMatchObject({ leftOutCertificates: [] });
  });
});
