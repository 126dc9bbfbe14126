import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import {
  codeOf,
  connectTenant,
  createIdentityProvider,
  type IdentityProvider,
  SsoBrowser,
} from '../../../../test/identity-provider.ts';
import { samlRounds } from '../../../../test/saml-rounds.ts';

let latchkey: Latchkey;
let idp: IdentityProvider;
let browser: SsoBrowser;
let tenant: string;
let counter = 0;

beforeAll(async () => {
  latchkey = await startLatchkey();
  idp = await createIdentityProvider(latchkey, 'https://idp.corp.example');
});
afterAll(() => latchkey.close());
beforeEach(() => {
  counter += 1;
  tenant = `tenant-${counter}`;
  browser = new SsoBrowser(latchkey);
});

const { exchange, round, person } = samlRounds(() => ({ latchkey, idp, browser, tenant, counter }));

describe('the code', () => {
  beforeEach(() => connectTenant(latchkey, tenant, idp));

  test('is exchanged once, on either path, even if many requests come at once', {
    tags: 'race',
  }, async () => {
    const code = codeOf(await round(person()));
    const other = await latchkey.startAnother();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 ? other : latchkey).request('POST', `/v1/auth/${i % 3 ? 'sso' : 'saml'}/exchange`, {
          body: { code },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.errorCode))).toEqual(
      new Set(['E067102']),
    );
    await other.close();
  });

  test('lives for a minute', async () => {
    const code = codeOf(await round(person()));
    latchkey.advance(60_001);
    expect((await exchange(code)).status).toBe(401);
  });

  test('does not work in another project, and still works in its own', async () => {
    const code = codeOf(await round(person()));
    const { projectId } = await latchkey.addProject();
    const foreign = await latchkey.request('POST', '/v1/auth/sso/exchange', {
      bearer: projectId,
      body: { code },
    });
    expect(foreign.status).toBe(401);
    expect((await exchange(code)).status).toBe(200);
  });

  test('that is unknown, empty or of a wrong type is refused', async () => {
    const unknown = await exchange('x'.repeat(43));
    expect([unknown.status, unknown.body.errorCode]).toEqual([401, 'E067102']);
    expect((await exchange('')).body).toEqual(unknown.body);
    for (const code of [undefined, null, 1, ['x'], {}, 'x'.repeat(10_000)]) {
      expect((await exchange(code)).status, String(code)).toBe(400);
    }
  });

  test('is stored as a hash', async () => {
    const code = codeOf(await round(person()));
    const rows = await latchkey.service.db
      .selectFrom('exchangeCodes')
      .selectAll()
      .where('projectId', '=', latchkey.projectId)
      .execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(code);
  });
});
