import { back, type Call, samlApp, type World } from '../world.ts';

const wsFed = { realm: 'urn:ws', replyUrl: 'https://ws.example.com/' };
const attributes = (name: string) => ({ attributes: [{ name, type: 1 }] });

/** Gives an application another secret. */
async function withSecret({ manage }: World, place: 'sso/idp' | 'thirdparty', id: string): Promise<object> {
  await manage(`${place}/app/secret/add`, {
    ...(place === 'sso/idp' ? { appId: id } : { id }),
    name: 'Second',
  });
  return { ...(place === 'sso/idp' ? { appId: id } : { id }), name: 'Second' };
}

const mcpServer = async ({ manage, name }: World): Promise<string> =>
  (await manage('mcpserver/create', { name: name('Tools'), url: `https://${name('tools')}.example.com/` }))
    .id;

/** Stores that a user has allowed an application something. */
async function consent({ latchkey, thirdParty, user, name }: World, tenantId = '') {
  const [appId, person, id] = [await thirdParty(), await user(), name('consent')];
  const { projectId, service } = latchkey;
  const row = { projectId, id, appId, userId: tenantId ? '' : person.userId, tenantId };
  const facts = {
    scopes: '["openid"]',
    grantedBy: person.userId,
    createdAt: service.now(),
    modifiedAt: service.now(),
  };
  await service.db
    .insertInto('consents')
    .values({ ...row, ...facts } as never)
    .execute();
  return { appId, id, ...person };
}

export const applicationCalls: Record<string, Call> = {
  'management.ssoApplication.createOidcApplication': ({ name }) => ({
    input: { name: name('App'), approvedRedirectUrls: [back] },
  }),
  'management.ssoApplication.updateOidcApplication': async ({ oidcApp, name }) => ({
    input: { id: await oidcApp(), name: name('App'), approvedRedirectUrls: [back] },
  }),
  'management.ssoApplication.createSamlApplication': ({ name }) => ({ input: samlApp(name('SAML')) }),
  'management.ssoApplication.updateSamlApplication': async ({ samlApp: create, name }) => ({
    input: { id: await create(), ...samlApp(name('SAML')) },
  }),
  'management.ssoApplication.createWsFedApplication': ({ name }) => ({
    input: { name: name('WS'), ...wsFed },
  }),
  'management.ssoApplication.updateWsFedApplication': async ({ manage, name }) => {
    const { id } = await manage('sso/idp/app/wsfed/create', {
      name: name('WS'),
      ...wsFed,
      realm: name('urn:'),
    });
    return { input: { id, name: name('WS'), ...wsFed, realm: name('urn:') } };
  },
  'management.ssoApplication.delete': async ({ oidcApp, user }) => {
    const id = await oidcApp();
    await user({ ssoAppIds: [id] });
    return { input: { id } };
  },
  'management.ssoApplication.getApplicationSecret': async ({ oidcApp }) => ({
    input: { id: await oidcApp() },
  }),
  'management.ssoApplication.rotateApplicationSecret': async ({ oidcApp }) => ({
    input: { id: await oidcApp() },
  }),
  'management.ssoApplication.addApplicationSecret': async ({ oidcApp }) => ({
    input: { appId: await oidcApp(), name: 'Second' },
  }),
  'management.ssoApplication.revokeApplicationSecret': async (world) => ({
    input: await withSecret(world, 'sso/idp', await world.oidcApp()),
  }),
  'management.ssoApplication.listSamlCertificates': async ({ samlApp }) => ({
    input: { id: await samlApp() },
  }),
  'management.ssoApplication.createSamlCertificate': async ({ samlApp }) => ({
    input: { id: await samlApp() },
  }),
  'management.ssoApplication.activateSamlCertificate': async ({ samlApp, manage }) => {
    const id = await samlApp();
    await manage('sso/idp/app/saml/certificate/create', { id });
    return { input: { id } };
  },
  'management.ssoApplication.createCustomAttributes': ({ name }) => ({ input: attributes(name('field')) }),
  'management.ssoApplication.deleteCustomAttributes': async ({ manage, name }) => {
    const field = name('field');
    await manage('sso/idp/app/customattribute/create', attributes(field));
    return { input: { names: [field] } };
  },
  'management.ssoApplication.testSignIn': async ({ oidcApp }) => ({ input: { id: await oidcApp() } }),
  'management.inboundApplication.createApplication': ({ name }) => ({
    input: { name: name('Notes'), approvedCallbackUrls: [back] },
  }),
  'management.inboundApplication.updateApplication': async ({ thirdParty, name }) => ({
    input: { id: await thirdParty(), name: name('Notes') },
  }),
  'management.inboundApplication.patchApplication': async ({ thirdParty, name }) => ({
    input: { id: await thirdParty(), name: name('Notes') },
  }),
  'management.inboundApplication.patchApplicationV2': async ({ thirdParty, name }) => ({
    input: { id: await thirdParty(), name: name('Notes') },
  }),
  'management.inboundApplication.deleteApplication': async (world) => ({
    input: { id: (await consent(world)).appId },
  }),
  'management.inboundApplication.deleteApplicationBatch': async ({ thirdParty }) => ({
    input: { ids: [await thirdParty(), await thirdParty()] },
  }),
  'management.inboundApplication.getApplicationSecret': async ({ thirdParty }) => ({
    input: { id: await thirdParty() },
  }),
  'management.inboundApplication.rotateApplicationSecret': async ({ thirdParty }) => ({
    input: { id: await thirdParty() },
  }),
  'management.inboundApplication.addApplicationSecret': async ({ thirdParty }) => ({
    input: { id: await thirdParty(), name: 'Second' },
  }),
  'management.inboundApplication.revokeApplicationSecret': async (world) => ({
    input: await withSecret(world, 'thirdparty', await world.thirdParty()),
  }),
  'management.inboundApplication.deleteConsents': async (world) => ({
    input: { consentIds: [(await consent(world)).id] },
  }),
  'management.inboundApplication.deleteTenantConsents': async (world) => {
    await consent(world, 'globex');
    return { input: { tenantId: 'globex' } };
  },
  'management.scopeClaimMapping.set': () => ({
    input: { mappings: [{ scope: 'city', claims: { city: '{{user.customAttributes.city}}' } }] },
  }),
  'management.scopeClaimMapping.delete': async ({ manage }) => {
    const mappings = [{ scope: 'city', claims: { city: '{{user.customAttributes.city}}' } }];
    await manage('scopeClaimMapping/set', { mappings });
    return {};
  },
  'management.mcpServer.create': ({ name }) => ({
    input: { name: name('Tools'), url: `https://${name('tools')}.example.com/` },
  }),
  'management.mcpServer.update': async (world) => ({
    input: {
      id: await mcpServer(world),
      name: world.name('Tools'),
      url: `https://${world.name('tools')}.example.com/`,
    },
  }),
  'management.mcpServer.delete': async (world) => ({ input: { id: await mcpServer(world) } }),
};
