import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../test/harness.ts';
import { transaction } from '../storage/transaction.ts';
import { type Enqueued, enqueueMessage } from './outbox.ts';

let latchkey: Latchkey;
let other: Latchkey;

beforeAll(async () => {
  latchkey = await startLatchkey();
  latchkey.stopClock();
  other = await latchkey.startAnother();
});

afterAll(async () => {
  await other.close();
  await latchkey.close();
});

function send(to: string, from = latchkey, channel: 'email' | 'sms' = 'email'): Promise<Enqueued> {
  return transaction(from.context, (ctx) =>
    enqueueMessage(ctx, { kind: 'otp', channel, to, data: { code: '123456' } }),
  );
}

async function accepted(to: string, tries: number): Promise<number> {
  const outcomes = [];
  for (let i = 0; i < tries; i++) outcomes.push(await send(to));
  return outcomes.filter((outcome) => outcome.accepted).length;
}

const minute = 60_000;

describe('a recipient', () => {
  test('gets at most three messages in a minute, however many requests arrive at once and at any instance (T078)', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, i) => send('ada@example.com', i % 2 ? latchkey : other)),
    );
    expect(outcomes.filter((outcome) => outcome.accepted)).toHaveLength(3);
    await Promise.all([latchkey.sendMessages(), other.sendMessages()]);
    const { body } = await latchkey.request('GET', '/dev/inbox/messages?to=ada@example.com');
    expect(body.messages).toHaveLength(3);
    expect((await send('bob@example.com')).accepted).toBe(true);
  });

  test('gets three in any minute, ten in any hour and thirty in any day', async () => {
    const perMinute: number[] = [];
    for (let i = 0; i < 5; i++) {
      perMinute.push(await accepted('carl@example.com', 4));
      latchkey.advance(minute);
    }
    expect(perMinute).toEqual([3, 3, 3, 1, 0]);
    const perHour: number[] = [];
    for (let i = 0; i < 3; i++) {
      latchkey.advance(61 * minute);
      let count = 0;
      for (let j = 0; j < 5; j++) {
        count += await accepted('carl@example.com', 4);
        latchkey.advance(minute);
      }
      perHour.push(count);
    }
    expect(perHour).toEqual([10, 10, 0]);
    latchkey.advance(24 * 60 * minute);
    expect(await accepted('carl@example.com', 4)).toBe(3);
  });

  test('counts once, however the address is written, and separately for each channel', async () => {
    expect(await accepted('dora@example.com', 3)).toBe(3);
    expect((await send('DORA@example.com')).accepted).toBe(false);
    expect((await send('+12025550123', latchkey, 'sms')).accepted).toBe(true);
  });
});

describe('a place', () => {
  test('taken in a transaction that was rolled back is free again', async () => {
    for (let i = 0; i < 5; i++) {
      const failing = transaction(latchkey.context, async (ctx) => {
        await enqueueMessage(ctx, { kind: 'test', channel: 'email', to: 'eve@example.com', data: {} });
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
    }
    expect(await accepted('eve@example.com', 4)).toBe(3);
  });
});

describe('in production, a message for a project without a connector', () => {
  test('is refused before anything is sent, and waiting messages are limited and visible', async () => {
    const production = await startLatchkey({
      LATCHKEY_MODE: 'production',
      LATCHKEY_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      LATCHKEY_ALLOW_HTTP: 'true',
    });
    try {
      const { requireDelivery } = await import('./outbox.ts');
      await expect(requireDelivery(production.context, 'email')).rejects.toMatchObject({ code: 'E113001' });
      let count = 0;
      for (let i = 0; i < 40; i++) {
        count += (await send(`user${i}@example.com`, production)).accepted ? 1 : 0;
      }
      expect(count).toBe(30);
      await production.sendMessages();
      const { body } = await production.manage('POST', '/v1/mgmt/message/search', { status: 'waiting' });
      expect(body.messages).toHaveLength(30);
      expect(body.messages[0].lastError).toBe('the project has no connector for email');
      expect((await production.request('GET', '/dev/inbox/messages')).status).toBe(404);
    } finally {
      await production.close();
    }
  });
});
