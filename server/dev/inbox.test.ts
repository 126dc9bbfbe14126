import { request as httpRequest } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../test/harness.ts';
import { enqueueMessage } from '../delivery/outbox.ts';
import { transaction } from '../storage/transaction.ts';

let latchkey: Latchkey;

beforeAll(async () => {
  latchkey = await startLatchkey();
});

afterEach(() => latchkey.request('DELETE', '/dev/inbox/messages'));

afterAll(() => latchkey.close());

async function send(to: string, link = 'http://localhost:3000/verify?t=abc&x=123456') {
  const channel = to.startsWith('+') ? ('sms' as const) : ('email' as const);
  await transaction(latchkey.context, (ctx) =>
    enqueueMessage(ctx, { kind: 'magicLink', channel, to, data: { link } }),
  );
}

function messages(query = '') {
  return latchkey.request('GET', `/dev/inbox/messages?${query}`);
}

describe('the inbox', () => {
  test('extracts the links, and finds no codes inside them', async () => {
    await send('ada@example.com');
    const { body } = await messages('to=ada@example.com&wait=60');
    expect(body.messages[0]).toMatchObject({
      links: ['http://localhost:3000/verify?t=abc&x=123456'],
      codes: [],
      projectId: latchkey.projectId,
    });
  });

  test('waits for a message, and returns it as soon as it arrives', async () => {
    const waiting = messages('to=bob@example.com&wait=60');
    const isOver = waiting.then(() => true);
    expect(await Promise.race([isOver, messages('to=bob@example.com&wait=0.3').then(() => false)])).toBe(
      false,
    );
    await send('bob@example.com');
    expect((await waiting).body.messages).toHaveLength(1);
  });

  test('returns nothing when nothing arrived in time', async () => {
    const { body } = await messages('to=nobody@example.com&wait=0.3&after=5');
    expect(body).toEqual({ messages: [], next: '5' });
  });

  test('returns only messages newer than those returned before', async () => {
    await send('carl@example.com', 'http://localhost:3000/1');
    const first = await messages('to=carl@example.com&wait=60');
    await send('carl@example.com', 'http://localhost:3000/2');
    const second = await messages(`to=carl@example.com&wait=60&after=${first.body.next}`);
    expect(second.body.messages.map(({ links }: { links: string[] }) => links[0])).toEqual([
      'http://localhost:3000/2',
    ]);
    const third = await messages(`to=carl@example.com&after=${second.body.next}`);
    expect(third.body).toEqual({ messages: [], next: second.body.next });
  });

  test('returns messages in the order of the requests, even within the same millisecond', async () => {
    const other = await latchkey.startAnother();
    other.stopClock();
    const numbers = [1, 2, 3];
    await transaction(other.context, async (ctx) => {
      for (const number of numbers) {
        other.advance(1);
        const data = { link: `http://localhost:3000/${number}` };
        await enqueueMessage(ctx, { kind: 'magicLink', channel: 'email', to: 'grace@example.com', data });
      }
    });
    await other.sendMessages();
    const { body } = await messages('to=grace@example.com');
    expect(body.messages.map(({ links }: { links: string[] }) => links[0])).toEqual(
      numbers.map((number) => `http://localhost:3000/${number}`),
    );
    await other.close();
  });

  test('finds a number, however its plus is encoded', async () => {
    await send('+12025550101');
    expect((await messages('to=%2B12025550101&wait=60')).body.messages).toHaveLength(1);
    expect((await messages('to=+12025550101')).body.messages).toHaveLength(1);
  });

  test('deletes the messages to one address, or all', async () => {
    await send('dora@example.com');
    await send('eve@example.com');
    await latchkey.sendMessages();
    const { body } = await latchkey.request('DELETE', '/dev/inbox/messages?to=dora@example.com');
    expect(body).toEqual({ deleted: 1 });
    expect((await messages()).body.messages.map(({ to }: { to: string }) => to)).toEqual(['eve@example.com']);
    await latchkey.request('DELETE', '/dev/inbox/messages');
    expect((await messages()).body.messages).toEqual([]);
  });

  test('survives a restart and is the same in every instance', async () => {
    await send('frank@example.com');
    await latchkey.sendMessages();
    const other = await latchkey.startAnother();
    const { body } = await other.request('GET', '/dev/inbox/messages?to=frank@example.com');
    expect(body.messages).toHaveLength(1);
    await other.close();
  });

  test('is not accessible to other sites', async () => {
    const { port } = new URL(latchkey.baseUrl);
    const status = await new Promise((resolve, reject) => {
      const headers = { host: 'evil.example' };
      httpRequest({ host: '127.0.0.1', port, path: '/dev/inbox/messages', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(400);
    const crossSite = await latchkey.request('DELETE', '/dev/inbox/messages', {
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(crossSite.status).toBe(400);
    for (const query of ['after=yesterday', 'wait=-1', 'wait=1e9', 'to=a&to=b']) {
      expect((await messages(query)).status).toBe(400);
    }
  });
});
