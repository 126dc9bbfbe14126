import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testOnPostgres } from '../../test/engine.ts';
import { type Latchkey, startLatchkey } from '../../test/harness.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey?.close());

const scrape = async () => (await fetch(`${latchkey.baseUrl}/metrics`)).text();
const signIn = (password: string) =>
  latchkey.request('POST', '/v1/auth/password/signin', { body: { loginId: 'ada@example.com', password } });

test('sign-ins, sessions, hashes and deliveries are counted', async () => {
  const loginId = 'ada@example.com';
  const signUp = { loginId, password: 'correct horse battery', user: { email: loginId } };
  const { status, body: tokens } = await latchkey.request('POST', '/v1/auth/password/signup', {
    body: signUp,
  });
  expect([status, tokens]).toEqual([200, expect.objectContaining({ refreshJwt: expect.any(String) })]);
  await signIn('wrong-Horse-7');
  const bearer = `${latchkey.projectId}:${tokens.refreshJwt}`;
  expect((await latchkey.request('POST', '/v1/auth/refresh', { bearer, body: {} })).status).toBe(200);
  expect((await latchkey.request('POST', '/v1/auth/logout', { bearer, body: {} })).status).toBe(200);
  await latchkey.request('POST', '/v1/auth/otp/signin/email', { body: { loginId } });
  await latchkey.sendMessages();
  const text = await scrape();
  for (const line of [
    'latchkey_sign_ins_total{method="password",outcome="succeeded"} 1',
    'latchkey_sign_ins_total{method="password",outcome="failed"} 1',
    'latchkey_sessions_total{event="started"} 1',
    'latchkey_sessions_total{event="refreshed"} 1',
    'latchkey_sessions_total{event="ended"} 1',
    'latchkey_deliveries_total{channel="email",outcome="sent"} 1',
    'latchkey_hashes_total 2',
    'latchkey_hashes_refused_total 0',
    'latchkey_hash_jobs{state="running"} 0',
    'latchkey_outbox_messages 0',
    'latchkey_outbox_oldest_seconds 0',
    'latchkey_database_up 1',
  ]) {
    expect(text.split('\n')).toContain(line);
  }
  expect(text).not.toContain('ada@');
});

test('the backlog is measured in the database', async () => {
  // Nobody seals in a test, so the events above have been waiting since.
  const lag = async () => Number(/^latchkey_audit_lag_seconds (\S+)$/m.exec(await scrape())?.[1]);
  const before = await lag();
  latchkey.advance(100_000);
  expect(await lag()).toBeGreaterThanOrEqual(before + 100);
});

testOnPostgres('without a database, the other metrics are still served', async () => {
  const cut = await startLatchkey();
  try {
    await cut.service.database.close();
    const text = await (await fetch(`${cut.baseUrl}/metrics`)).text();
    expect(text).toContain('latchkey_database_up 0');
    expect(text).toContain('latchkey_workers 1');
    expect(text).not.toMatch(/^latchkey_outbox_messages \d/m);
  } finally {
    await cut.close();
  }
});

test('the dashboard and the alerts name only metrics that the server has, and each alert is explained', async () => {
  const exposed = new Set([...(await scrape()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!));
  const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const alerts = read('deploy/monitoring/alerts.yaml');
  const dashboard = JSON.parse(read('deploy/monitoring/dashboard.json'));
  const targets = dashboard.panels.flatMap(({ targets }: { targets: { expr: string }[] }) => targets);
  const expressions = [
    ...targets.map(({ expr }: { expr: string }) => expr),
    ...[...alerts.matchAll(/expr: '(.*)'$/gm)].map(([, expr]) => expr!),
  ];
  const named = expressions.flatMap((text) => text.match(/\b(?:latchkey|nodejs|process)_\w+/g) ?? []);
  expect(new Set(named).size).toBeGreaterThan(15);
  expect(
    named.filter((name) => !exposed.has(name) && !exposed.has(name.replace(/_(count|bucket|sum)$/, ''))),
  ).toEqual([]);
  const manual = read('docs/monitoring.md');
  for (const [, alert] of alerts.matchAll(/alert: (\w+)/g)) expect(manual).toContain(`\`${alert}\``);
});
