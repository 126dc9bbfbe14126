import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lacksOf } from '../scripts/generate/served-in-part.ts';
import { endpoints } from '../server/groups.ts';
import type { Endpoint } from '../server/http/endpoint.ts';
import { hasBody } from './ask-endpoint.ts';
import { type Answer, type Latchkey, startLatchkey } from './harness.ts';

type Ask = (input: unknown) => Promise<Answer>;
type Proof = (ask: Ask) => Promise<void>;
/** For each part that an endpoint lacks, by its first field, or `''` for its own text: a call that shows it. */
type Proofs = Record<string, Proof>;

let latchkey: Latchkey;
/** The refresh JWT of the user `ada`. */
let refreshJwt: string;
let count = 0;
const unique = (): string => `name${++count}`;

beforeAll(async () => {
  latchkey = await startLatchkey();
  await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id: 'acme', name: 'Acme' });
  const create = (user: object) => latchkey.manage('POST', '/v1/mgmt/user/create', user);
  await create({ loginId: 'ada', email: 'ada@example.com', verifiedEmail: true });
  await create({ loginId: 'bob@example.com' });
  await create({ loginId: '+12025550123' });
  await latchkey.manage('POST', '/v1/mgmt/user/create/test', { loginId: 'tess', email: 'tess@example.com' });
  await latchkey.manage('POST', '/v1/mgmt/sso/idp/app/wsfed/create', {
    ...wsfed,
    id: 'wsfed-to-update',
    name: 'Wiki',
  });
  const signedIn = await latchkey.manage('POST', '/v1/mgmt/auth/signin', { loginId: 'ada' });
  refreshJwt = signedIn.body.refreshJwt;
});
afterAll(() => latchkey.close());

const refuses =
  (input: unknown): Proof =>
  async (ask) =>
    expect(await ask(input)).toMatchObject({ status: 501, body: { errorCode: 'E501001' } });

const ignores =
  (field: object, input: object = {}): Proof =>
  async (ask) => {
    const plain = await ask(input);
    expect(plain.status).toBe(200);
    expect(await ask({ ...input, ...field })).toMatchObject({ status: 200, body: plain.body });
  };

const mergesNobody = (input: object, flags = ['onMergeUseExisting', 'failOnConflict']): Proofs =>
  Object.fromEntries(
    flags.map((flag) => [
      flag,
      async (ask) => {
        const { body } = await ask({ loginId: 'ada', [flag]: flag === 'onMergeUseExisting', ...input });
        expect(body).toMatchObject({ errorCode: 'E111127', errorMessage: expect.stringContaining(flag) });
      },
    ]),
  );

const findsNothing =
  (list: string): Proof =>
  async (ask) => {
    expect((await ask({})).body[list]).not.toEqual([]);
    expect((await ask({ geos: ['NL'] })).body[list]).toEqual([]);
  };

const leavesEmpty: Proof = async (ask) => {
  const { status } = await ask({ attributes: [{ name: unique(), type: 1, defaultValue: 'free' }] });
  expect(status).toBe(200);
  const user = await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId: unique() });
  expect(user.body.user.customAttributes).toEqual({});
  const { id } = (await latchkey.manage('POST', '/v1/mgmt/sso/idp/app/oidc/create', { name: unique() })).body;
  const app = await latchkey.manage('GET', `/v1/mgmt/sso/idp/app/load?id=${id}`);
  expect(app.body.customAttributes ?? {}).toEqual({});
};

const wsfed = { realm: 'urn:app', replyUrl: 'https://app.example.com' };
const signsNobodyIn =
  (input: object = {}): Proof =>
  async (ask) => {
    expect((await ask({ ...wsfed, ...input, name: unique() })).status).toBe(200);
    expect((await latchkey.request('GET', '/v1/auth/wsfed/idp/sso')).status).toBe(501);
  };

const refusesTheGrant =
  (idOf: () => Promise<string>): Proof =>
  async (ask) => {
    const id = await idOf();
    const settings = { name: id, clientType: 'public', jwtBearerDisabled: false };
    expect((await ask({ id, ...settings })).status).toBe(200);
    const app = await latchkey.manage('GET', `/v1/mgmt/sso/idp/app/load?id=${id}`);
    const grant = {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      client_id: app.body.oidcSettings.clientId,
      assertion: 'x',
    };
    const form = { method: 'POST', body: new URLSearchParams(grant) };
    const answer = await fetch(`${latchkey.baseUrl}/oauth2/v1/token`, form);
    expect(await answer.json()).toMatchObject({ error: 'unsupported_grant_type' });
  };
const newApp = refusesTheGrant(async () => unique());
const changedApp = refusesTheGrant(async () => {
  const { body } = await latchkey.manage('POST', '/v1/mgmt/sso/idp/app/oidc/create', { name: unique() });
  return body.id;
});

const noIssuers: Proofs = {
  'jwtBearerSettings.issuers': refuses({
    id: 'any',
    name: 'App',
    jwtBearerSettings: { issuers: { x: { jwksUri: 'https://idp.example.com/jwks' } } },
  }),
};
const serviceProvider = { entityId: 'https://sp.example.com', acsUrl: 'https://sp.example.com/acs' };
const noTypes = (input: object = {}): Proofs => ({
  'attributeMapping.type': refuses({
    ...input,
    id: 'any',
    name: 'App',
    attributeMapping: [{ name: 'x', type: 'x', value: 'user.email' }],
  }),
  'groupsMapping.type': refuses({
    ...input,
    id: 'any',
    name: 'App',
    groupsMapping: [{ name: 'x', type: 'x', value: 'x', filterType: 'roles', roles: [] }],
  }),
});

const sendsNothingTo =
  (field: string, address: string): Proof =>
  async (ask) => {
    const loginId = unique();
    await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId });
    expect((await ask({ loginId, [field]: address })).body.user[field]).toBe(address);
    const send = (who: string) =>
      latchkey.request('POST', '/v1/auth/otp/signin/email', { body: { loginId: who } });
    for (const who of [loginId, address]) await send(who);
    await latchkey.request('POST', '/v1/auth/password/reset', { body: { loginId } });
    const { body } = await latchkey.manage('POST', '/v1/mgmt/message/search', {});
    expect(JSON.stringify(body)).not.toContain(address);
  };

const relations = { staff: { relations: [{ resource: 'r', relationDefinition: 'd', namespace: 'n' }] } };
const idp = 'https://idp.example.com';
const saml = (fields: object): Proof =>
  refuses({ tenantId: 'acme', settings: { idpUrl: idp, entityId: idp, idpCert: 'x', ...fields } });
const metadata = (fields: object): Proof =>
  refuses({ tenantId: 'acme', settings: { idpMetadataUrl: idp, ...fields } });
const oidc = (fields: object): Proof =>
  refuses({ tenantId: 'acme', settings: { issuer: idp, clientId: 'x', ...fields } });
const connection = (refusesIn: (fields: object) => Proof): Proofs => ({
  'settings.spEncryptionKey': refusesIn({ spEncryptionKey: 'x' }),
  'settings.spSignKey': refusesIn({ spSignKey: 'x' }),
  'settings.fgaMappings': refusesIn({ fgaMappings: relations }),
  'settings.configFGATenantIDResourcePrefix': refusesIn({ configFGATenantIDResourcePrefix: 'x' }),
  'settings.configFGATenantIDResourceSuffix': refusesIn({ configFGATenantIDResourceSuffix: 'x' }),
  'settings.scimProviderID': refusesIn({ scimProviderID: 'x' }),
});
const application = (input: object): Proofs => ({
  connectionsScopes: refuses({ ...input, connectionsScopes: [{ name: 'x' }] }),
  consentFlowId: refuses({ ...input, consentFlowId: 'x' }),
  'jwtBearerSettings.issuers': refuses({ ...input, jwtBearerSettings: { issuers: { x: {} } } }),
  'sessionSettings.enabled': refuses({ ...input, sessionSettings: { enabled: true } }),
});
const foreignHashes = { buddyauth: { hash: 'x' }, bach: { hash: 'x' } };
const hashes = (more: object = {}): Proofs =>
  Object.fromEntries(
    Object.entries(foreignHashes).map(([kind, hash]) => [
      `hashedPassword.${kind}`,
      refuses({ loginId: unique(), hashedPassword: { [kind]: hash }, ...more }),
    ]),
  );
const hashesInBatch: Proofs = Object.fromEntries(
  Object.entries(foreignHashes).map(([kind, hash]) => [
    `users.hashedPassword.${kind}`,
    async (ask) => {
      const { body } = await ask({ users: [{ loginId: unique(), hashedPassword: { [kind]: hash } }] });
      expect(body.createdUsers).toEqual([]);
      expect(body.failedUsers).toMatchObject([{ failure: expect.stringContaining(kind) }]);
    },
  ]),
);
const channels = ['voice', 'whatsapp', 'im'];
const noOtherChannel: Proofs = {
  deliveryMethod: async (ask) => {
    for (const deliveryMethod of channels) await refuses({ loginId: 'tess', deliveryMethod })(ask);
  },
};
const scim: Proofs = { scim: refuses({ scim: true }) };
const tagRoles = [{ tags: ['prod'], roles: ['project-full-access'] }];
const snapshot = { files: { 'settings.json': {} } };

const proofs: Record<string, Proofs> = {
  'management.managementKey.create': { '': refuses({ name: 'By tags', reBac: { tagRoles } }) },
  'management.analytics.search': {
    '': findsNothing('analytics'),
    groupByGeo: ignores({ groupByGeo: true }, { groupByAction: true }),
    groupByReferrer: ignores({ groupByReferrer: true }, { groupByAction: true }),
  },
  'management.audit.search': { '': findsNothing('audits'), searchFields: refuses({ searchFields: ['x'] }) },
  'management.user.createCustomAttributes': { 'attributes.defaultValue': leavesEmpty },
  'management.ssoApplication.createCustomAttributes': { 'attributes.defaultValue': leavesEmpty },
  'management.tenant.configureSettings': {
    'ssoSetupSuiteSettings.styleId': refuses({ tenantId: 'acme', ssoSetupSuiteSettings: { styleId: 'x' } }),
  },
  'management.ssoApplication.createOidcApplication': {
    jwtBearerDisabled: newApp,
    ...noIssuers,
  },
  'management.ssoApplication.updateOidcApplication': {
    jwtBearerDisabled: changedApp,
    ...noIssuers,
  },
  'management.ssoApplication.createSamlApplication': noTypes(serviceProvider),
  'management.ssoApplication.updateSamlApplication': noTypes(serviceProvider),
  'management.ssoApplication.createWsFedApplication': {
    '': signsNobodyIn({ id: 'wsfed' }),
    ...noTypes(wsfed),
  },
  'management.ssoApplication.updateWsFedApplication': {
    '': signsNobodyIn({ id: 'wsfed-to-update' }),
    ...noTypes(wsfed),
  },
  'management.inboundApplication.createApplication': application({ name: 'App' }),
  'management.inboundApplication.updateApplication': application({ id: 'any', name: 'App' }),
  'management.inboundApplication.patchApplication': application({ id: 'any' }),
  'management.inboundApplication.patchApplicationV2': application({ id: 'any' }),
  'management.user.patch': { '': refuses({ loginId: 'ada', scim: true }) },
  'management.user.patchBatch': { '': refuses({ users: [{ loginId: 'ada', scim: true }] }) },
  'management.user.updateEmail': mergesNobody({ email: 'bob@example.com' }, ['failOnConflict']),
  'management.user.updatePhone': mergesNobody({ phone: '+12025550123' }, ['failOnConflict']),
  'management.user.updateRecoveryEmail': { '': sendsNothingTo('recoveryEmail', 'spare@example.com') },
  'management.user.updateRecoveryPhone': { '': sendsNothingTo('recoveryPhone', '+12025550199') },
  'management.user.searchAll': scim,
  'management.user.searchTestUsers': scim,
  'management.user.generateOTPForTestUser': noOtherChannel,
  'management.user.generateMagicLinkForTestUser': noOtherChannel,
  'management.user.create': hashes(),
  'management.user.createTestUser': hashes({ email: 'test@example.com' }),
  'management.user.createBatch': hashesInBatch,
  'otp.update.email': mergesNobody({ email: 'bob@example.com' }),
  'otp.update.phone.sms': mergesNobody({ phone: '+12025550123' }),
  'magicLink.update.email': mergesNobody({ email: 'bob@example.com' }),
  'magicLink.update.phone.sms': mergesNobody({ phone: '+12025550123' }),
  'enchantedLink.update.email': mergesNobody({ email: 'bob@example.com' }),
  'flow.start': {
    options: refuses({ flowId: 'sign-in', options: { redirectAuth: { codeChallenge: 'x' } } }),
  },
  'outbound.loadAllApplications': { '': refuses(undefined) },
  'outbound.listAppsWithUserToken': { '': refuses(undefined) },
  'password.sendReset': { useRecovery: refuses({ loginId: 'ada', useRecovery: true }) },
  'management.sso.configureSAMLSettings': connection(saml),
  'management.sso.configureSAMLByMetadata': connection(metadata),
  'management.sso.configureOIDCSettings': {
    'settings.grantType': oidc({ grantType: 'implicit' }),
    'settings.callbackDomain': oidc({ callbackDomain: 'x.example.com' }),
    'settings.fgaMappings': oidc({ fgaMappings: relations }),
    'settings.scimProviderID': oidc({ scimProviderID: 'x' }),
  },
  'management.project.clone': { environment: refuses({ name: 'Clone', environment: 'production' }) },
  'management.project.exportSnapshot': { format: ignores({ format: 'string' }) },
  'management.project.importSnapshot': {
    'inputSecrets.outboundApps': ignores({ inputSecrets: { outboundApps: [{}] } }, snapshot),
  },
  'management.project.validateSnapshot': {
    'inputSecrets.outboundApps': ignores({ inputSecrets: { outboundApps: [{}] } }, snapshot),
  },
};

function askOf({ method, path, auth, ...endpoint }: Endpoint): Ask {
  return (input) => {
    if (auth === 'management' && hasBody({ method, ...endpoint } as Endpoint))
      return latchkey.manage(method, path, input);
    const bearer = auth === 'refresh' ? `${latchkey.projectId}:${refreshJwt}` : latchkey.projectId;
    return latchkey.request(method, path, { bearer, body: input });
  };
}

const inPart = endpoints.filter((endpoint) => lacksOf(endpoint).length > 0);

describe.each(inPart.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (name, endpoint) => {
  const lacks = lacksOf(endpoint).flatMap(({ fields }) => (fields.length > 0 ? fields : ['']));

  test.each(lacks)('really lacks what docs/conformance.md says: %s', async (field) => {
    const proof = proofs[name]?.[field];
    expect(proof, `${name} needs a proof for '${field}' in this file`).toBeDefined();
    await proof?.(askOf(endpoint));
  });
});

test('every proof belongs to a part that an endpoint lacks', () => {
  const lacking = inPart.flatMap((endpoint) =>
    lacksOf(endpoint).flatMap(({ fields }) =>
      (fields.length > 0 ? fields : ['']).map((field) => `${endpoint.name}: ${field}`),
    ),
  );
  const proven = Object.entries(proofs).flatMap(([name, all]) =>
    Object.keys(all).map((field) => `${name}: ${field}`),
  );
  expect(proven.sort()).toEqual(lacking.sort());
});
