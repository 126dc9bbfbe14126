import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultRateLimits } from '../server/core/rate-limits.ts';
import { type Latchkey, startLatchkey } from './harness.ts';

let instances: Latchkey[];
const trusting = { LATCHKEY_TRUSTED_PROXIES: '127.0.0.0/8' };
const { requests } = defaultRateLimits.signInPerAddress;

beforeAll(async () => {
  const first = await startLatchkey(trusting);
  instances = [first, await first.startAnother(trusting)];
  const now = Date.now();
  // Stands still: on a slow machine, requests would become allowed again.
  for (const { service } of instances) service.now = () => now;
});
afterAll(async () => {
  for (const instance of instances.toReversed()) await instance.close();
});

async function signIn(
  instance: Latchkey,
  address: string,
): Promise<Awaited<ReturnType<Latchkey['request']>>> {
  return instance.request('POST', '/v1/auth/password/signin', {
    bearer: instances[0]!.projectId,
    rawBody: '{',
    headers: { 'x-forwarded-for': address, 'content-type': 'application/json' },
  });
}

async function letThrough(address: string): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: 2 * requests + 10 }, (_, index) => signIn(instances[index % 2]!, address)),
  );
  return answers.filter(({ status }) => status !== 429).length;
}

test('two instances let through together what the limit allows', async () => {
  expect(await letThrough('203.0.113.1')).toBe(requests);
  for (const instance of instances) {
    const { status, headers } = await signIn(instance, '203.0.113.1');
    expect(status).toBe(429);
    expect(headers.get('retry-after')).toBe('10');
  }
});

test('an instance that cannot count with the others counts for itself', async () => {
  await sql`alter table "rateCounts" rename to "goneCounts"`.execute(
    instances[0]!.service.db.withoutPlugins(),
  );
  expect(await letThrough('203.0.113.2')).toBe(2 * requests);
  await sql`alter table "goneCounts" rename to "rateCounts"`.execute(
    instances[0]!.service.db.withoutPlugins(),
  );
});

test('an instance whose database keeps the counts waiting answers nevertheless', async () => {
  const other = await instances[0]!.startAnother(trusting);
  instances.push(other);
  await instances[0]!.service.db
    .withoutPlugins()
    .transaction()
    .execute(async (transaction) => {
      await sql`lock table "rateCounts" in access exclusive mode`.execute(transaction);
      const answers = await Promise.all([1, 2, 3].map(() => signIn(other, '203.0.113.3')));
      expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    });
});
