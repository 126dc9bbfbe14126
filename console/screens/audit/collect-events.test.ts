import { expect, test } from 'vitest';
import type { AuditEvent, AuditSearchInput, Client } from '../../../client/client.ts';
import { collectEvents } from './collect-events.ts';

/** Responds like the server: newest first, and at most the first 100,000 events of a search. */
function clientWith(events: AuditEvent[], answers: object[] = []): Client {
  const search = async ({ to = 0, limit = 0, page = 0 }: AuditSearchInput) => {
    const answer = answers.shift();
    if (answer) return answer;
    const fitting = events.filter(({ occurred }) => Number(occurred) <= to).slice(0, 100_000);
    return { ok: true, data: { audits: fitting.slice(page * limit, (page + 1) * limit), total: 0 } };
  };
  return { management: { audit: { search } } } as unknown as Client;
}

function eventsOf(count: number): AuditEvent[] {
  // Three events at each time.
  return Array.from({ length: count }, (_, index) => ({
    ID: `A${index}`,
    occurred: String(1_000_000 - Math.floor(index / 3)),
  })) as AuditEvent[];
}

async function collect(client: Client, signal = new AbortController().signal) {
  const found: string[] = [];
  for await (const page of collectEvents(client, { to: 2_000_000 }, signal)) {
    found.push(...page.map(({ ID }) => ID));
  }
  return found;
}

test('an export yields every event once, even beyond the reach of one search', async () => {
  const events = eventsOf(120_001);
  const found = await collect(clientWith(events));
  expect(found).toHaveLength(events.length);
  expect(new Set(found).size).toBe(events.length);
});

test('a rate-limited export waits and continues', async () => {
  const refused = { ok: false, code: 429, error: { errorCode: 'E130429', retryAfter: 0.01 } };
  expect(await collect(clientWith(eventsOf(4), [refused]))).toHaveLength(4);
});

test('an export ends when it is canceled or rejected', async () => {
  const controller = new AbortController();
  controller.abort();
  await expect(collect(clientWith(eventsOf(4)), controller.signal)).rejects.toThrow();
  const forbidden = { ok: false, code: 403, error: { errorCode: 'E064010', errorMessage: 'no' } };
  await expect(collect(clientWith([], [forbidden]))).rejects.toThrow('no');
});
