import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startReceiver } from '../../test/counterparts/http-receiver.ts';
import { startSmtp } from '../../test/counterparts/smtp.ts';
import { type Latchkey, startLatchkey } from '../../test/harness.ts';
import { newPlace } from '../../test/latchkey-process.ts';
import { transaction } from '../storage/transaction.ts';
import { enqueueMessage } from './outbox.ts';

let latchkey: Latchkey;
let other: Latchkey;

beforeAll(async () => {
  latchkey = await startLatchkey();
  other = await latchkey.startAnother();
});

afterAll(async () => {
  await other.close();
  await latchkey.close();
});

function send(from: Latchkey, to: string) {
  return transaction(from.context, (ctx) =>
    enqueueMessage(ctx, {
      kind: 'magicLink',
      channel: 'email',
      to,
      data: { link: 'https://app.example.com/verify?t=1' },
    }),
  );
}

describe('two instances', () => {
  test('send each message once', async () => {
    const smtp = await startSmtp({ plain: true, delayMs: 5 });
    await latchkey.manage('POST', '/v1/mgmt/connector/email/smtp', {
      host: smtp.host,
      port: smtp.port,
      security: 'none',
      fromAddress: 'login@project.example',
    });
    const count = 150;
    await Promise.all(
      Array.from({ length: count }, (_, i) => send(i % 2 ? latchkey : other, `user${i}@example.com`)),
    );
    await Promise.all([latchkey.sendMessages(), other.sendMessages()]);
    const recipients = smtp.mails.flatMap((mail) => mail.to);
    expect(new Set(recipients).size).toBe(count);
    expect(recipients).toHaveLength(count);
    await smtp.close();
    await latchkey.manage('POST', '/v1/mgmt/connector/delete', { channel: 'email' });
  });

  test('share the messages that one of them left behind', async () => {
    // Written without waking a sender, as by a process that ended right after its commit.
    const silent = { ...latchkey.context, outbox: { wake() {}, onWake: () => () => {} } };
    await transaction(silent, (ctx) =>
      enqueueMessage(ctx, { kind: 'test', channel: 'email', to: 'left@example.com', data: {} }),
    );
    const { body } = await other.request('GET', '/dev/inbox/messages?to=left@example.com&wait=60');
    expect(body.messages).toHaveLength(1);
  });
});

describe('a process killed while sending', () => {
  test('loses nothing acknowledged, and repeated messages have the same Message-ID', async () => {
    const place = await newPlace();
    const smtp = await startSmtp({ plain: true, delayMs: 20 });
    const script = fileURLToPath(new URL('../../test/counterparts/outbox-process.ts', import.meta.url));
    const start = (...args: string[]) =>
      spawn(process.execPath, [script, ...args], {
        env: { ...process.env, ...place.env },
        stdio: ['ignore', 'pipe', 'inherit'],
      });

    const writer = start('write', String(smtp.port));
    let acknowledged = '';
    writer.stdout.on('data', (chunk: Buffer) => {
      acknowledged += chunk.toString();
    });
    await expect.poll(() => smtp.mails.length).toBeGreaterThan(80);
    writer.kill('SIGKILL');
    await once(writer, 'close');

    const finisher = start('finish');
    const [code] = await once(finisher, 'close');
    expect(code).toBe(0);

    const addresses = acknowledged.trim().split('\n');
    const ids = new Map<string, string[]>();
    for (const { to, mail } of smtp.mails) {
      ids.set(to[0]!, [...(ids.get(to[0]!) ?? []), mail.messageId ?? '']);
    }
    expect(addresses.filter((address) => !ids.has(address))).toEqual([]);
    const repeated = [...ids.values()].filter((each) => each.length > 1);
    // Only messages in progress at that moment.
    expect(repeated.length).toBeLessThanOrEqual(16);
    for (const each of repeated) expect(new Set(each).size).toBe(1);
    await smtp.close();
    await place.remove();
  });
});

test('an instance that holds messages says so and sends nothing; a later one sends what is still of use', async () => {
  const smtp = await startSmtp({ plain: true });
  const hook = await startReceiver(() => ({ status: 204 }));
  const held = await startLatchkey({ LATCHKEY_HOLD_MESSAGES: 'true' });
  const alsoHeld = await held.startAnother();
  const mailServer = { host: smtp.host, port: smtp.port, security: 'none', fromAddress: 'a@project.example' };
  await held.manage('POST', '/v1/mgmt/connector/email/smtp', mailServer);
  const events = ['user.created'];
  const added = await held.manage('POST', '/v1/mgmt/webhook/create', { name: 'CRM', url: hook.url, events });
  expect(added.status).toBe(200);
  await held.manage('POST', '/v1/mgmt/user/create', { loginId: 'ada@example.com', email: 'ada@example.com' });
  const code = await held.request('POST', '/v1/auth/otp/signin/email', {
    body: { loginId: 'ada@example.com' },
  });
  expect(code.status).toBe(200);
  await send(held, 'later@example.com');
  await Promise.all([held.sendMessages(), alsoHeld.sendMessages()]);
  const tried = { channel: 'email', to: 'ada@example.com' };
  expect(await held.manage('POST', '/v1/mgmt/connector/test', tried)).toMatchObject({
    status: 400,
    body: { errorCode: 'E113003', errorMessage: expect.stringContaining('LATCHKEY_HOLD_MESSAGES') },
  });
  expect([...smtp.mails, ...hook.requests]).toEqual([]);
  expect((await held.request('GET', '/readyz')).body).toEqual({ status: 'ok', messages: 'held' });
  expect((await held.request('GET', '/metrics')).body).toContain('latchkey_messages_held 1');

  held.advance(60 * 60_000);
  const released = await held.startAnother({ LATCHKEY_HOLD_MESSAGES: 'false' });
  expect((await released.request('GET', '/readyz')).body).toEqual({ status: 'ok' });
  await released.sendMessages();
  expect(smtp.mails.map(({ to }) => to)).toEqual([['later@example.com']]);
  expect(hook.requests).toHaveLength(1);
  const { body } = await released.manage('POST', '/v1/mgmt/message/search', { status: 'dead' });
  expect(body.messages).toMatchObject([{ kind: 'otp', lastError: expect.stringContaining('too late') }]);
  for (const instance of [released, alsoHeld, held]) await instance.close();
  await Promise.all([smtp.close(), hook.close()]);
});
