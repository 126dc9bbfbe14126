import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type HttpReceiver, startReceiver } from '../../../../test/counterparts/http-receiver.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';

let latchkey: Latchkey;
let receiver: HttpReceiver;
let status = 200;

beforeAll(async () => {
  latchkey = await startLatchkey();
  latchkey.stopClock();
  receiver = await startReceiver(() => ({ status, body: status === 200 ? undefined : { no: 'thanks' } }));
});

afterEach(async () => {
  status = 200;
  const { body } = await latchkey.manage('GET', '/v1/mgmt/webhook/all');
  for (const { id } of body.webhooks) await latchkey.manage('POST', '/v1/mgmt/webhook/delete', { id });
  await latchkey.sendMessages();
  receiver.requests.length = 0;
});

afterAll(async () => {
  await latchkey.close();
  await receiver.close();
});

async function createWebhook(events: string[] = []) {
  const { status, body } = await latchkey.manage('POST', '/v1/mgmt/webhook/create', {
    name: 'Ours',
    url: `${receiver.url}/events`,
    events,
  });
  expect(status).toBe(200);
  return body as { webhook: { id: string }; secret: string };
}

/** Verifies a signature as specified: HMAC-SHA256 of `id.timestamp.body` with the decoded part of the secret. */
function isSigned({ headers, body }: HttpReceiver['requests'][number], secret: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return Math.abs(Date.now() / 1000 - Number(timestamp)) < 300 && signature === `v1,${expected}`;
}

function createUser(loginId: string) {
  return latchkey.manage('POST', '/v1/mgmt/user/create', { loginId });
}

async function deliveries() {
  const { body } = await latchkey.manage('POST', '/v1/mgmt/message/search', { channel: 'webhook' });
  return body.messages;
}

describe('a webhook', () => {
  test('receives events of users, tenants and sessions, signed according to Standard Webhooks', async () => {
    const startedAt = latchkey.service.now();
    const { secret, webhook } = await createWebhook();
    const { body: made } = await createUser('ada');
    await latchkey.manage('POST', '/v1/mgmt/tenant/create', { name: 'Acme' });
    await latchkey.sendMessages();
    expect(receiver.requests).toHaveLength(2);
    expect(receiver.requests.every((request) => isSigned(request, secret))).toBe(true);
    expect(isSigned({ ...receiver.requests[0]!, body: '{}' }, secret)).toBe(false);
    const events = receiver.requests.map(({ body }) => JSON.parse(body));
    const created = events.find(({ type }) => type === 'user.created');
    expect(created).toMatchObject({
      data: { projectId: latchkey.projectId, userId: made.user.userId, actor: { type: 'managementKey' } },
    });
    expect(Date.parse(created.timestamp)).toBeGreaterThanOrEqual(startedAt);
    expect(events.map(({ type }) => type)).toContain('tenant.created');
    expect((await deliveries())[0]).toMatchObject({ status: 'sent', via: 'webhook', recipient: webhook.id });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(JSON.stringify((await latchkey.manage('GET', '/v1/mgmt/webhook/all')).body)).not.toContain(
      'whsec',
    );
  });

  test('has deliveries that can be searched by kind, ID and time', async () => {
    const { webhook } = await createWebhook();
    await createUser('iris');
    latchkey.advance(60_000);
    await latchkey.manage('POST', '/v1/mgmt/tenant/create', { name: 'Iota' });
    const find = async (filter: object) => {
      const { body } = await latchkey.manage('POST', '/v1/mgmt/message/search', {
        recipient: webhook.id,
        ...filter,
      });
      return body.messages.map(({ kind }: { kind: string }) => kind);
    };
    const [tenant, user] = await deliveries();
    expect(await find({ kind: 'user.created' })).toEqual(['user.created']);
    expect(await find({ id: tenant.id })).toEqual(['tenant.created']);
    expect(await find({ from: tenant.createdAt })).toEqual(['tenant.created']);
    expect(await find({ from: 0, to: user.createdAt })).toEqual(['user.created']);
    expect(await find({ from: tenant.createdAt + 1 })).toEqual([]);
  });

  test('receives nothing while it is disabled, neither retries nor replays', async () => {
    const { webhook } = await createWebhook();
    const settings = { id: webhook.id, name: 'Ours', url: `${receiver.url}/events` };
    status = 500;
    await createUser('gina');
    await latchkey.sendMessages();
    status = 200;
    expect(receiver.requests).toHaveLength(1);
    await latchkey.manage('POST', '/v1/mgmt/webhook/update', { ...settings, enabled: false });
    latchkey.advance(10_000);
    await latchkey.sendMessages();
    expect(receiver.requests).toHaveLength(1);
    expect((await deliveries())[0]).toMatchObject({
      status: 'waiting',
      lastError: 'the webhook is disabled',
    });
    await latchkey.manage('POST', '/v1/mgmt/webhook/update', { ...settings, enabled: true });
    latchkey.advance(20_000);
    await latchkey.sendMessages();
    expect(receiver.requests).toHaveLength(2);
  });

  test('receives only the events that it subscribes to', async () => {
    await createWebhook(['tenant.*']);
    await createUser('bob');
    await latchkey.manage('POST', '/v1/mgmt/tenant/create', { name: 'Beta' });
    await latchkey.sendMessages();
    expect(receiver.requests.map(({ body }) => JSON.parse(body).type)).toEqual(['tenant.created']);
    const wrong = { name: 'x', url: receiver.url, events: ['user.sneezed'] };
    expect((await latchkey.manage('POST', '/v1/mgmt/webhook/create', wrong)).status).toBe(400);
  });

  test('that does not answer 2xx gets a retry with the same ID', async () => {
    const { secret } = await createWebhook(['user.created']);
    status = 500;
    await createUser('carl');
    await latchkey.sendMessages();
    expect((await deliveries())[0]).toMatchObject({
      status: 'waiting',
      attempts: 1,
      lastError: '500 {"no":"thanks"}',
    });
    status = 200;
    latchkey.advance(10_000);
    await latchkey.sendMessages();
    expect((await deliveries())[0]).toMatchObject({ status: 'sent', attempts: 2 });
    const [first, second] = receiver.requests;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body).toBe(first?.body);
    expect(isSigned(second!, secret)).toBe(true);
  });

  test('that answers 410 gets no retry until the event is replayed', async () => {
    const { webhook } = await createWebhook(['user.created']);
    status = 410;
    await createUser('dora');
    await latchkey.sendMessages();
    const [gone] = await deliveries();
    expect(gone).toMatchObject({ status: 'dead', attempts: 1 });
    status = 200;
    const rotated = await latchkey.manage('POST', '/v1/mgmt/webhook/rotate', { id: webhook.id });
    const replay = await latchkey.manage('POST', '/v1/mgmt/webhook/replay', { messageId: gone.id });
    expect(replay.status).toBe(200);
    await latchkey.sendMessages();
    expect(receiver.requests).toHaveLength(2);
    expect(receiver.requests[1]?.headers['webhook-id']).toBe(receiver.requests[0]?.headers['webhook-id']);
    expect(isSigned(receiver.requests[1]!, rotated.body.secret)).toBe(true);
    const unknown = await latchkey.manage('POST', '/v1/mgmt/webhook/replay', { messageId: 'M404' });
    expect(unknown.status).toBe(404);
  });

  test('receives no event of a change that was rolled back, or of another project', async () => {
    await createWebhook();
    await createUser('eve');
    expect((await createUser('eve')).status).toBe(400);
    const elsewhere = await latchkey.addProject();
    await latchkey.request('POST', '/v1/mgmt/user/create', {
      bearer: `${elsewhere.projectId}:${elsewhere.managementKey}`,
      body: { loginId: 'mallory' },
    });
    await latchkey.sendMessages();
    expect(receiver.requests).toHaveLength(1);
  });

  test("with a URL in the operator's network is refused", async () => {
    await latchkey.manage('POST', '/v1/mgmt/webhook/create', { name: 'x', url: 'http://10.0.0.1/x' });
    await createUser('frank');
    await latchkey.sendMessages();
    expect((await deliveries())[0].lastError).toBe('10.0.0.1 is not a public address');
  });
});

describe('a test event', () => {
  const load = async (messageId: string) =>
    (await latchkey.manage('GET', `/v1/mgmt/webhook/delivery?messageId=${messageId}`)).body.delivery;
  const send = (id: string) => latchkey.manage('POST', '/v1/mgmt/webhook/test', { id });

  test('is signed and sent to this webhook only, and shows what was sent and answered', async () => {
    const { webhook, secret } = await createWebhook(['tenant.*']);
    await createWebhook();
    const { messageId } = (await send(webhook.id)).body;
    await latchkey.sendMessages();
    const [request, ...others] = receiver.requests;
    expect(others).toEqual([]);
    expect(isSigned(request!, secret)).toBe(true);
    expect(JSON.parse(request!.body)).toMatchObject({
      type: 'webhook.test',
      data: { projectId: latchkey.projectId },
    });
    expect(await load(messageId)).toMatchObject({
      messageId,
      webhookId: webhook.id,
      event: 'webhook.test',
      status: 'sent',
      attempts: 1,
      body: request!.body,
      answer: expect.stringContaining('200'),
    });
    await latchkey.manage('POST', '/v1/mgmt/webhook/replay', { messageId });
    await latchkey.sendMessages();
    expect(receiver.requests.map(({ body }) => body)).toEqual([request!.body, request!.body]);
  });

  test('shows neither the secret nor the signature, also if the receiver repeats them', async () => {
    // Escapes slashes as some languages do.
    const echo = await startReceiver(({ headers }) => ({
      status: 500,
      body: Buffer.from(JSON.stringify(headers).replaceAll('/', '\\/')),
    }));
    const url = `${echo.url}/events`;
    const made = (await latchkey.manage('POST', '/v1/mgmt/webhook/create', { name: 'Echo', url })).body;
    const { messageId } = (await send(made.webhook.id)).body;
    await latchkey.sendMessages();
    const shown = JSON.stringify(await load(messageId));
    expect(shown).toContain('500');
    expect(shown).toContain('webhook-signature');
    const signature = String(echo.requests[0]!.headers['webhook-signature']);
    const parts = signature.slice(3).split('/');
    expect(signature).toMatch(/^v1,[A-Za-z0-9+/=]{44}$/);
    for (const part of parts.filter(({ length }) => length > 8)) expect(shown).not.toContain(part);
    await echo.close();
  });

  test('is refused for a disabled or unknown webhook, and its delivery in another project', async () => {
    const { webhook } = await createWebhook();
    const { messageId } = (await send(webhook.id)).body;
    const settings = { id: webhook.id, name: 'Ours', url: `${receiver.url}/events`, enabled: false };
    await latchkey.manage('POST', '/v1/mgmt/webhook/update', settings);
    expect((await send(webhook.id)).body.errorCode).toBe('E011004');
    expect((await send('Wunknown')).body.errorCode).toBe('E113301');
    const other = await latchkey.addProject();
    const bearer = `${other.projectId}:${other.managementKey}`;
    const path = `/v1/mgmt/webhook/delivery?messageId=${messageId}`;
    expect((await latchkey.request('GET', path, { bearer })).body.errorCode).toBe('E113201');
  });
});
