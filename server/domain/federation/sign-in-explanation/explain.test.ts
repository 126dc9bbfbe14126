import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { createPasswordUser, signInByPassword } from '../../../../test/signed-in.ts';
import { refusalCauses } from '../../../core/refusal-causes.ts';
import { findingCodes } from './finding.ts';
import { explainAttempt, explainFinding } from './texts.ts';

let latchkey: Latchkey;

beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

async function explain(loginId: string, locale = '') {
  const query = new URLSearchParams({ loginId, ...(locale && { locale }) });
  const { status, body } = await latchkey.manage('GET', `/v1/mgmt/user/explain?${query}`);
  expect(status).toBe(200);
  return body;
}

// biome-ignore lint/suspicious/noExplicitAny: answers are compared, not computed with.
const methodOf = (answer: any, method: string) =>
  answer.methods.find((one: { method: string }) => one.method === method);

test('a user who can sign in: what works, and what happened', async () => {
  const user = await createPasswordUser(latchkey);
  await signInByPassword(latchkey, { ...user, password: 'wrong' });
  await signInByPassword(latchkey, user);
  const answer = await explain(user.loginId.toUpperCase());
  expect(answer).toMatchObject({ exists: true, canSignIn: true, userId: user.userId, status: 'enabled' });
  expect(methodOf(answer, 'password')).toMatchObject({ possible: true, findings: [] });
  expect(methodOf(answer, 'totp')).toMatchObject({
    possible: false,
    findings: [{ code: 'noAuthenticator', outcome: 'blocks' }],
  });
  expect(answer.attempts).toMatchObject([
    { succeeded: true, method: 'password', cause: '' },
    { succeeded: false, cause: 'wrongPassword', sentence: 'The password was wrong.', count: 1 },
  ]);
  expect(await explain(user.userId)).toMatchObject({ exists: true, canSignIn: true });
});

test('a disabled user: since when, by whom, and what to do', async () => {
  const user = await createPasswordUser(latchkey);
  await latchkey.manage('POST', '/v1/mgmt/user/update/status', { loginId: user.loginId, status: 'disabled' });
  const disabledAt = latchkey.service.now();
  latchkey.advance(60_000);
  await latchkey.manage('POST', '/v1/mgmt/user/update/name', { loginId: user.loginId, displayName: 'Ann' });
  await signInByPassword(latchkey, user);
  const answer = await explain(user.loginId);
  expect(answer).toMatchObject({ canSignIn: false, attempts: [{ cause: 'disabled', remedy: 'Enable it.' }] });
  const [finding] = answer.findings;
  expect(finding).toMatchObject({ code: 'disabled', outcome: 'blocks', actorType: 'managementKey' });
  expect(Math.abs(finding.since - disabledAt)).toBeLessThan(60_000);
  expect(finding.sentence).toMatch(
    /^The account has been disabled since .+ UTC, by the management key K\w+\.$/,
  );
  expect(methodOf(answer, 'password').possible).toBe(false);
  const [german] = (await explain(user.loginId, 'de')).findings;
  expect(german).toMatchObject({ code: 'disabled', remedy: 'Aktivieren Sie es.' });
});

test('a login ID that no user has: says so, with the attempts, and only those', async () => {
  await signInByPassword(latchkey, { loginId: 'gone@example.com', password: 'x' });
  await signInByPassword(latchkey, { loginId: 'somebody.else@example.com', password: 'x' });
  const answer = await explain('Gone@Example.com');
  expect(answer).toMatchObject({
    exists: false,
    canSignIn: false,
    userId: '',
    methods: [],
    findings: [{ code: 'unknownUser' }],
    attempts: [{ method: 'password', cause: 'unknownUser' }],
  });
  expect(answer.attempts).toHaveLength(1);
});

test('a user whose tenant enforces SSO without a connection cannot sign in until the tenant is disabled', async () => {
  const { body } = await latchkey.manage('POST', '/v1/mgmt/tenant/create', {
    name: 'Acme',
    enforceSSO: true,
  });
  const user = await createPasswordUser(latchkey, { userTenants: [{ tenantId: body.id }] });
  const answer = await explain(user.loginId);
  expect(answer.canSignIn).toBe(false);
  expect(answer.findings).toContainEqual(
    expect.objectContaining({ code: 'ssoMissing', outcome: 'blocks', tenant: 'Acme' }),
  );
  const disabled = { id: body.id, name: 'Acme', enforceSSO: true, disabled: true };
  await latchkey.manage('POST', '/v1/mgmt/tenant/update', disabled);
  const later = await explain(user.loginId);
  expect([later.canSignIn, later.findings.map(({ code }: { code: string }) => code)]).toEqual([
    true,
    expect.not.arrayContaining(['ssoMissing']),
  ]);
  expect((await signInByPassword(latchkey, user)).status).toBe(200);
});

test('wrong passwords make the next attempt wait, until a time that is named', async () => {
  const user = await createPasswordUser(latchkey);
  latchkey.stopClock();
  for (let i = 0; i < 7; i += 1) await signInByPassword(latchkey, { ...user, password: 'wrong' });
  const [waits] = methodOf(await explain(user.loginId), 'password').findings;
  expect(waits.code).toBe('passwordWaits');
  expect(waits.until).toBeGreaterThan(latchkey.service.now());
});

test('every finding and every cause has a sentence in both languages', () => {
  for (const language of ['en', 'de'] as const) {
    for (const code of findingCodes) {
      const { sentence } = explainFinding(language, { code, outcome: 'matters', tenant: 'T', detail: 'D' });
      expect(sentence).toMatch(/\.$/);
    }
    for (const cause of refusalCauses) {
      const attempt = {
        eventId: '',
        occurredAt: 0,
        succeeded: false,
        method: '',
        cause,
        reason: '',
        count: 2,
        remoteAddress: '',
        requestId: '',
      };
      expect(explainAttempt(language, attempt).sentence).toContain('(2');
    }
  }
});
