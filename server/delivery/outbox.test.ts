import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../test/harness.ts';
import { transaction } from '../storage/transaction.ts';
import { enqueueMessage } from './outbox.ts';

let latchkey: Latchkey;

beforeAll(async () => {
  latchkey = await startLatchkey();
});

afterAll(() => latchkey.close());

function inbox(query: string) {
  return latchkey.request('GET', `/dev/inbox/messages?${query}`);
}

describe('a message', () => {
  test('written in a transaction appears in the development inbox, with its code extracted', async () => {
    const enqueued = await transaction(latchkey.context, (ctx) =>
      enqueueMessage(ctx, {
        kind: 'otp',
        channel: 'email',
        to: 'ada@example.com',
        data: { code: '012345' },
        locale: 'de-AT',
        expiresAt: ctx.now() + 5 * 60_000,
      }),
    );
    expect(enqueued).toMatchObject({ accepted: true });
    const { body } = await inbox('to=Ada@example.com&wait=60');
    expect(body.messages).toHaveLength(1);
    expect(body.messages[0]).toMatchObject({
      kind: 'otp',
      channel: 'email',
      to: 'ada@example.com',
      via: 'inbox',
      codes: ['012345'],
      links: [],
      subject: '012345 ist Ihr Code für Test project',
    });
    expect(body.messages[0].text).toContain('Er gilt 5 Minuten.');
  });

  test('from a rolled back transaction is never sent', async () => {
    const failing = transaction(latchkey.context, async (ctx) => {
      await enqueueMessage(ctx, {
        kind: 'magicLink',
        channel: 'email',
        to: 'nobody@example.com',
        data: { link: 'https://app.example.com/verify?t=1' },
      });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await latchkey.sendMessages();
    expect((await inbox('to=nobody@example.com')).body.messages).toEqual([]);
  });
});
