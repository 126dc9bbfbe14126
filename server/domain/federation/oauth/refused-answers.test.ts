import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { codeOf, connectSimulator, errorOf, exchange, OAuthBrowser } from '../../../../test/oauth-browser.ts';
import { oidcFaults } from '../../../dev/oidc-faults.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
  await connectSimulator(latchkey, 'acme');
  await connectSimulator(latchkey, 'other');
});
afterAll(() => latchkey.close());

const browser = () => new OAuthBrowser(latchkey);

describe('the state', () => {
  test.each(['', 'x', 'a=b'])('is refused if it is malformed (%j)', async (state) => {
    const answer = await browser().get(`/v1/auth/oauth/callback?code=x&state=${state}`);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('location')).toBeNull();
  });

  test('is refused in another browser, and in one without a cookie', async () => {
    const [victim, attacker] = [browser(), browser()];
    await victim.start('acme');
    const url = await attacker.answer(await attacker.start('acme'), { user: 'bob' });
    for (const other of [victim, browser()]) {
      const answer = await other.get(url);
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    }
    expect(codeOf(await attacker.get(url))).toBeTruthy();
  });

  test('is valid once, for the first request', { tags: 'race' }, async () => {
    const own = browser();
    // Two requests meet at the same row by chance: in ten rounds, some do.
    for (let round = 0; round < 10; round += 1) {
      const url = await own.answer(await own.start('acme'), { user: 'bob' });
      const answers = await Promise.all(Array.from({ length: 20 }, () => own.get(url)));
      expect(answers.filter((answer) => answer.status === 303)).toHaveLength(1);
      expect((await own.get(url)).status).toBe(400);
    }
  });

  test('is refused after ten minutes', async () => {
    const own = browser();
    const url = await own.answer(await own.start('acme'), { user: 'bob' });
    latchkey.advance(10 * 60_000 + 1);
    expect((await own.get(url)).status).toBe(400);
  });

  test('of one provider is refused with the answer of another', async () => {
    const own = browser();
    const url = await own.start('acme');
    const elsewhere = new URL(url.href.replace('/oidc/acme/', '/oidc/other/'));
    expect(errorOf(await own.get(await own.answer(elsewhere, { user: 'bob' })))).toMatch(/iss/);
  });

  test('of an answer with a duplicate field is refused', async () => {
    const own = browser();
    const url = await own.answer(await own.start('acme'), { user: 'bob' });
    expect(errorOf(await own.get(`${url}&code=other`))).not.toBe('');
  });
});

describe('the simulator’s fault', () => {
  /** The messages that are specific to a fault. */
  const reasons: Record<string, RegExp> = {
    'wrong-nonce': /nonce/,
    'no-nonce': /nonce/,
    'wrong-issuer': /"iss" \(issuer\) claim/,
    'wrong-iss': /"iss" \(issuer\) .*response parameter|response parameter "iss"/,
    'no-iss': /response parameter "iss"/,
    'wrong-audience': /"aud"/,
    expired: /"exp"/,
    'wrong-signature': /signature/,
    'alg-none': /signed with none, but the connection accepts RS256/,
    'wrong-state': /started here/,
    denied: /canceled/,
    'not-json': /./,
    broken: /is not responding/,
  };
  const wrong = oidcFaults.filter(({ refused, id }) => refused && id !== 'slow').map(({ id }) => id);

  test.each(wrong)('%s ends without a code, and with a message', async (fault) => {
    const answer = await browser().signIn('acme', { nameId: `fault-${fault}`, fault });
    expect(answer.headers.get('location') ?? '').not.toContain('code=');
    expect(errorOf(answer)).toMatch(reasons[fault] ?? /no reason is known/);
    const { body } = await latchkey.manage('POST', '/v1/mgmt/audit/search', { actions: ['LoginFailed'] });
    expect(JSON.stringify(body.audits[0])).toContain('oauth');
  });

  test.each(oidcFaults.filter(({ refused, id }) => !refused && id !== 'slow-refresh').map(({ id }) => id))(
    '%s signs in',
    async (fault) => {
      const fields = { nameId: `good-${fault}`, email: `good-${fault}@acme.example`, fault };
      expect(codeOf(await browser().signIn('acme', fields))).toBeTruthy();
    },
  );

  test('slow times out, and keeps no other sign-in waiting', async () => {
    const slow = browser().signIn('acme', { user: 'bob', fault: 'slow' });
    const others = async () => {
      for (let i = 0; i < 3; i++) await exchange(latchkey, await browser().signIn('acme', { user: 'bob' }));
      return 'others';
    };
    expect(await Promise.race([slow, others()])).toBe('others');
    expect(errorOf(await slow)).toMatch(/is not responding/);
  });
});

test('a provider that is disabled during a sign-in signs no user in', async () => {
  await connectSimulator(latchkey, 'closing');
  const own = browser();
  const url = await own.answer(await own.start('closing'), { user: 'alice' });
  await connectSimulator(latchkey, 'closing', { enabled: false });
  expect(errorOf(await own.get(url))).toMatch(/provider is disabled/);
});
