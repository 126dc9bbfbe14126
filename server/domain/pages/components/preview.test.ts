import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey?.close());

const ofConsole = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' };

/** Without `fetch`, which sets these headers itself. */
function open(
  query: string,
  headers: Record<string, string> = ofConsole,
  projectId = latchkey.projectId,
): Promise<{ status: number | undefined; policy: string; body: string }> {
  return new Promise((resolve, reject) => {
    const address = `${latchkey.baseUrl}/pages/${projectId}/preview?${query}`;
    const sent = httpRequest(address, { headers, agent: false }, async (response) => {
      const policy = String(response.headers['content-security-policy']);
      const body = Buffer.concat(await response.toArray()).toString();
      resolve({ status: response.statusCode, policy, body });
    });
    sent.on('error', reject).end();
  });
}

test('the preview of a flow has no access to the origin of the console', async () => {
  const { status, policy, body } = await open('flow=sign-in&theme=dark&locale=de');
  expect(status).toBe(200);
  const directives = policy.split('; ');
  expect(directives).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "frame-ancestors 'self'",
      'sandbox allow-scripts allow-forms',
    ]),
  );
  expect(policy).not.toMatch(/allow-same-origin|allow-top|allow-popups|unsafe-eval/);
  expect(body).toContain('data-flow="sign-in" data-theme="dark" data-locale="de"');
  expect(body).not.toMatch(/<script(?![^>]* src="\/)/);
});

test('only a frame of the console gets it', async () => {
  const others: Record<string, string>[] = [
    {},
    { ...ofConsole, 'sec-fetch-dest': 'document' },
    { ...ofConsole, 'sec-fetch-site': 'cross-site' },
    { ...ofConsole, 'sec-fetch-site': 'same-site' },
  ];
  for (const headers of others) expect((await open('flow=sign-in', headers)).status).toBe(404);
  expect((await open('flow=sign-in', ofConsole, `P${'x'.repeat(27)}`)).status).toBe(404);
});

test('what the address says stays text', async () => {
  const attack = encodeURIComponent('"><script>alert(1)</script>');
  const { status, body } = await open(`flow=${attack}&locale=${attack}&theme=${attack}&flow=twice`);
  expect([status, body.includes('<script>alert')]).toEqual([200, false]);
  expect(body).toContain('data-theme="light"');
});
