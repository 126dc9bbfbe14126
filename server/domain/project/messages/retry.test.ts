import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClient } from '../../../../client/client.ts';
import { type HttpReceiver, startReceiver } from '../../../../test/counterparts/http-receiver.ts';
import { type SmtpCounterpart, startSmtp } from '../../../../test/counterparts/smtp.ts';
import { effects } from '../../../../test/effects/effects.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { deleteForgottenMessages } from '../../../delivery/history.ts';
import { enqueueMessage } from '../../../delivery/outbox.ts';
import { transaction } from '../../../storage/transaction.ts';

let latchkey: Latchkey;
let smtp: SmtpCounterpart;
let receiver: HttpReceiver;
let refuses = false;
let recipients = 0;

beforeAll(async () => {
  latchkey = await startLatchkey();
  smtp = await startSmtp({ refuse: () => (refuses ? { code: 550, words: 'no such mailbox' } : undefined) });
  receiver = await startReceiver(() => ({ status: refuses ? 410 : 200 }));
  const { host, port } = smtp;
  const connector = { host, port, fromAddress: 'login@project.example' };
  await latchkey.manage('POST', '/v1/mgmt/connector/email/smtp', connector);
});

afterAll(async () => {
  await latchkey.close();
  await smtp.close();
  await receiver.close();
});

beforeEach(() => {
  refuses = true;
});

/** Sends a code to a recipient who is below the limit. */
async function send(lifetimeMs = 5 * 60_000): Promise<{ id: string; to: string }> {
  const to = `somebody${++recipients}@example.com`;
  await transaction(latchkey.context, (ctx) =>
    enqueueMessage(ctx, {
      kind: 'otp',
      channel: 'email',
      to,
      data: { code: '123456' },
      expiresAt: ctx.now() + lifetimeMs,
    }),
  );
  await latchkey.sendMessages();
  const { body } = await latchkey.manage('POST', '/v1/mgmt/message/search', { recipient: to });
  return { id: body.messages[0].id, to };
}

const retry = (id: string) => latchkey.manage('POST', '/v1/mgmt/message/retry', { id });

async function message(id: string) {
  const { body } = await latchkey.manage('POST', '/v1/mgmt/message/search', { limit: 1000 });
  return body.messages.find((one: { id: string }) => one.id === id);
}

const stored = (id: string) =>
  latchkey.service.db
    .selectFrom('outbox')
    .select('content')
    .where('projectId', '=', latchkey.projectId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('a failed mail is sent after all, and its content is then deleted', async () => {
  const { id, to } = await send();
  expect(await message(id)).toMatchObject({ status: 'dead', lastError: expect.stringContaining('550') });
  refuses = false;
  const { projectId, managementKey, baseUrl } = latchkey;
  const { messages } = createClient({ projectId, managementKey, baseUrl }).management;
  const retried = await effects(latchkey, () => messages.retry(id)).toBe({
    audit: [{ action: 'MessageRetried', actorType: 'managementKey', data: { messageId: id } }],
  });
  expect(retried).toMatchObject({ ok: true });
  await latchkey.sendMessages();
  expect(await message(id)).toMatchObject({ status: 'sent', attempts: 1, lastError: '' });
  const mails = smtp.mails.filter((mail) => JSON.stringify(mail).includes(to));
  expect(mails).toHaveLength(1);
});

test('a message that is refused again has failed again, and can be retried', async () => {
  const { id } = await send();
  for (let round = 0; round < 2; round++) {
    expect((await retry(id)).status).toBe(200);
    await latchkey.sendMessages();
    expect(await message(id)).toMatchObject({ status: 'dead' });
  }
});

test('a waiting, sent or unknown message is refused', async () => {
  refuses = false;
  const { id } = await send();
  const refused = await retry(id);
  expect(refused).toMatchObject({ status: 409, body: { errorCode: 'E113202' } });
  expect(refused.body.errorMessage).toContain('dead');
  expect(await retry('M404')).toMatchObject({ status: 404, body: { errorCode: 'E113201' } });
  const elsewhere = await latchkey.addProject();
  const bearer = `${elsewhere.projectId}:${elsewhere.managementKey}`;
  const foreign = await latchkey.request('POST', '/v1/mgmt/message/retry', { bearer, body: { id } });
  expect(foreign.status).toBe(404);
});

test('an expired message is refused, and its content is deleted', async () => {
  const { id } = await send(60_000);
  expect((await stored(id)).content).not.toBe('');
  latchkey.advance(61_000);
  const refused = await retry(id);
  expect(refused).toMatchObject({ status: 409, body: { errorCode: 'E113202' } });
  expect(refused.body.errorMessage).toContain('expired');
  await deleteForgottenMessages(latchkey.context);
  expect((await stored(id)).content).toBe('');
  expect(await retry(id)).toMatchObject({ status: 409 });
});

test('two concurrent retries count as one', async () => {
  const { id, to } = await send();
  refuses = false;
  const answers = await Promise.all([retry(id), retry(id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  await latchkey.sendMessages();
  expect(smtp.mails.filter((mail) => JSON.stringify(mail).includes(to))).toHaveLength(1);
});

test('a failed event is sent again with the same ID', async () => {
  const webhook = { name: 'Ours', url: `${receiver.url}/events`, events: ['user.created'] };
  await latchkey.manage('POST', '/v1/mgmt/webhook/create', webhook);
  await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId: 'ada' });
  await latchkey.sendMessages();
  const { body } = await latchkey.manage('POST', '/v1/mgmt/message/search', { channel: 'webhook' });
  expect(body.messages[0]).toMatchObject({ status: 'dead' });
  refuses = false;
  expect((await retry(body.messages[0].id)).status).toBe(200);
  await latchkey.sendMessages();
  const [first, second] = receiver.requests;
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(await message(body.messages[0].id)).toMatchObject({ status: 'sent' });
});
