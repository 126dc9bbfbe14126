import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
