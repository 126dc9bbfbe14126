import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUpWithTotp } from '../../../test/credentials.ts';
import { type Latchkey, startLatchkey } from '../../../test/harness.ts';
import { endpoints } from '../../endpoints.ts';
import { notServed } from './not-served.ts';

/** Every route that a public SDK, or the reference of the hosted service, names. */
const known = readFileSync(new URL('./known-routes.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');

let latchkey: Latchkey;
let bearers: Record<string, string | null>;

beforeAll(async () => {
  latchkey = await startLatchkey();
  const { projectId, managementKey } = latchkey;
  const { refreshJwt } = await signUpWithTotp(latchkey, 'ada@example.com');
  bearers = {
    management: `${projectId}:${managementKey}`,
    project: projectId,
    refresh: `${projectId}:${refreshJwt}`,
    none: null,
  };
});
afterAll(() => latchkey.close());

const filled = (path: string) => path.replace(':projectId', latchkey.projectId).replace(/:\w+/g, 'x');
const servedRoutes = endpoints.flatMap(({ method, path, otherPaths = [] }) =>
  [path, ...otherPaths].map((one) => `${method} ${one}`),
);

test('the list has each route once, and none that is served', () => {
  const routes = notServed.map(({ method, path }) => `${method} ${path}`);
  expect(routes.filter((route) => servedRoutes.includes(route))).toEqual([]);
  expect(routes.filter((route, index) => routes.indexOf(route) !== index)).toEqual([]);
  expect(routes.filter((route) => !known.includes(route))).toEqual([]);
});

test('every known route is served, or answered as not supported, or its path says which methods it takes', async () => {
  const missing: string[] = [];
  for (const route of known) {
    const [method = '', path = ''] = route.split(' ');
    const { body } = await latchkey.request(method, filled(path), { bearer: null });
    // A page that finds nothing says what it has not found.
    if (body.errorCode === 'E011005' && body.errorMessage === body.errorDescription) missing.push(route);
  }
  expect(missing).toEqual([]);
});

describe.each(['management', 'project', 'refresh', 'none'] as const)('with %s credentials', (auth) => {
  const routes = notServed.filter((route) => route.auth === auth);

  test('each is answered with 501 and its name, whatever the body', async () => {
    for (const { method, path, operation } of routes) {
      const bearer = bearers[auth] as string | null;
      const rawBody = method === 'GET' ? undefined : 'x'.repeat(200_000);
      const answer = await latchkey.request(method, filled(path), { bearer, ...(rawBody && { rawBody }) });
      expect(answer, path).toMatchObject({ status: 501, body: { errorCode: 'E501001' } });
      expect(answer.body.errorMessage).toContain(operation);
    }
  });

  test('a stranger is told nothing of it', async () => {
    if (auth === 'none') return;
    for (const { method, path } of routes) {
      const answer = await latchkey.request(method, filled(path), { bearer: null });
      expect(answer, path).toMatchObject({ status: 401, body: { errorCode: 'E111119' } });
    }
  });
});

test('@descope/node-sdk reads a refusal, not a missing record', async () => {
  const { management } = latchkey.sdk();
  const answers = [
    await management.project.clone('copy'),
    await management.jwtTemplate.list(),
    await management.flow.list(),
    await management.authz.loadSchema(),
  ];
  for (const answer of answers) {
    expect(answer).toMatchObject({ ok: false, code: 501, error: { errorCode: 'E501001' } });
  }
});
