import type { Call, World } from '../world.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').toString('base64');
const sms = ({ receiver }: World) => ({ url: receiver.url, body: '{"to":"{{to}}","text":"{{text}}"}' });
const smtp = { host: '127.0.0.1', port: 9, security: 'none', fromAddress: 'a@example.com' };
const template = { kind: 'otp', channel: 'sms', locale: 'de' };
const hook = ({ receiver }: World, enabled = false) => ({
  url: receiver.url,
  events: ['tenant.deleted'],
  enabled,
});

const managementKey = async ({ send, readOnly, name }: World): Promise<string> =>
  (await send('PUT', '/v1/mgmt/managementkey', { name: name('key'), ...readOnly })).key.id;
const webhook = async (world: World): Promise<string> =>
  (await world.manage('webhook/create', { name: world.name('hook'), ...hook(world) })).webhook.id;
const stream = ({ name, receiver }: World) => ({ name: name('stream'), http: { url: receiver.url } });
const createStream = async (world: World): Promise<string> =>
  (await world.manage('audit/stream/create', stream(world))).stream.id;
/** Sends a message or a delivery that fails for good. */
async function failed({ latchkey, manage }: World, channel: string): Promise<string> {
  await latchkey.sendMessages();
  const { messages } = await manage('message/search', { channel, limit: 1_000 });
  const { id } = messages[0];
  const { db } = latchkey.service;
  const ofMessage = db.updateTable('outbox').where('projectId', '=', latchkey.projectId).where('id', '=', id);
  await ofMessage.set({ status: 'dead', nextAttemptAt: null }).execute();
  return id;
}
const attributes = (name: string) => ({ attributes: [{ name, type: 1 }] });

const asFlowId = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** A copy of a built-in flow. */
async function duplicate({ manage, name }: World) {
  const { flow } = await manage('flow/export', { flowId: 'sign-in' });
  return { flowId: asFlowId(name('flow')), flow: { dsl: flow.dsl } };
}

export const projectCalls: Record<string, Call> = {
  'management.project.updateName': () => ({ input: { name: 'Renamed' } }),
  'management.project.updateTags': () => ({ input: { tags: ['blue'] } }),
  'management.project.configureSettings': () => ({ input: { locale: 'de' } }),
  'management.project.uploadLogo': () => ({ input: { image: png } }),
  'management.flow.import': async (world) => ({ input: await duplicate(world) }),
  'management.flow.importV2': async ({ send, name }) => {
    const { flow } = await send('POST', '/v2/mgmt/flow/export', { flowId: 'sign-in' });
    const { etag: _, ...latchkey } = flow.metadata.latchkey;
    const flowId = asFlowId(name('flow'));
    return { input: { flow: { ...flow, flowId, metadata: { ...flow.metadata, latchkey } } } };
  },
  'management.theme.import': () => ({
    input: { theme: { cssTemplate: { light: { globals: { colors: { primary: { main: '#123456' } } } } } } },
  }),
  'management.theme.importV2': () => ({
    input: { theme: { styles: { dark: { globals: { colors: { primary: { main: '#abcdef' } } } } } } },
  }),
  'management.flow.delete': async (world) => {
    const flow = await duplicate(world);
    await world.manage('flow/import', flow);
    return { input: { ids: [flow.flowId] } };
  },
  'management.project.rotateSigningKey': () => ({}),
  'management.managementKey.create': ({ name, readOnly }) => ({ input: { name: name('key'), ...readOnly } }),
  'management.managementKey.update': async (world) => ({
    input: { id: await managementKey(world), name: world.name('key'), status: 'inactive' },
  }),
  'management.managementKey.delete': async (world) => ({ input: { ids: [await managementKey(world)] } }),
  'management.messages.retry': async (world) => {
    await world.manage('user/create', { loginId: world.name('user'), email: world.newEmail(), invite: true });
    return { input: { id: await failed(world, 'email') } };
  },
  'management.connectors.setSmtp': () => ({ input: smtp }),
  'management.connectors.setTwilio': () => ({
    input: { accountSid: `AC${'0'.repeat(32)}`, authToken: 'token', from: '+12025550100' },
  }),
  'management.connectors.setHttp': (world) => ({ input: sms(world) }),
  'management.connectors.test': () => ({ input: { channel: 'sms', to: '+12025550100' } }),
  'management.connectors.delete': async ({ manage }) => {
    await manage('connector/delete', { channel: 'email' });
    return { input: { channel: 'sms' } };
  },
  'management.messageTemplates.set': () => ({ input: { ...template, text: 'Code {{code}}' } }),
  'management.messageTemplates.reset': async ({ manage }) => {
    await manage('message/template/set', { ...template, text: 'Code {{code}}' });
    return { input: template };
  },
  'management.webhooks.create': (world) => ({ input: { name: world.name('hook'), ...hook(world) } }),
  'management.webhooks.update': async (world) => ({
    input: { id: await webhook(world), name: world.name('hook'), ...hook(world) },
  }),
  'management.webhooks.rotateSecret': async (world) => ({ input: { id: await webhook(world) } }),
  'management.webhooks.delete': async (world) => ({ input: { id: await webhook(world) } }),
  'management.webhooks.replay': async (world) => ({ input: { messageId: await failed(world, 'webhook') } }),
  'management.webhooks.test': ({ webhookId }) => ({ input: { id: webhookId } }),
  'management.auditStreams.create': (world) => ({ input: stream(world) }),
  'management.auditStreams.delete': async (world) => ({ input: { id: await createStream(world) } }),
  'management.auditStreams.test': async (world) => ({ input: { id: await createStream(world) } }),
  'management.audit.createEvent': () => ({
    input: { action: 'Paid', type: 'info', actorId: 'shop', data: { amount: 1 } },
  }),
  'management.user.createCustomAttributes': ({ name }) => ({ input: attributes(name('field')) }),
  'management.user.deleteCustomAttributes': async ({ manage, name, user }) => {
    const field = name('field');
    await manage('user/customattribute/create', attributes(field));
    await user({ customAttributes: { [field]: 'x' } });
    return { input: { names: [field] } };
  },
  'management.signInPolicy.set': () => ({
    input: { tenantId: 'globex', secondFactor: { when: 'newDevice', methods: ['totp'] } },
  }),
  'management.signInPolicy.delete': async ({ manage }) => {
    const policy = { secondFactor: { when: 'newDevice', methods: ['totp'] } };
    await manage('project/sign-in-policy/set', { tenantId: 'globex', ...policy });
    return { input: { tenantId: 'globex' } };
  },
  'management.password.configureSettings': () => ({ input: { minLength: 9 } }),
  'management.jwt.generateClientAssertionJwt': () => ({
    input: { issuer: 'https://a.example', subject: 'a', audience: ['https://b.example'], expiresIn: 60 },
  }),
  'management.oauth.configureProvider': () => ({
    input: { provider: 'google', clientId: 'client', clientSecret: 'secret' },
  }),
  'management.oauth.deleteProvider': async ({ manage }) => {
    await manage('oauth/provider', { provider: 'github', clientId: 'client', clientSecret: 'secret' });
    return { input: { provider: 'github' } };
  },
};
