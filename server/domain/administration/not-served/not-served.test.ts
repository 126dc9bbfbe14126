import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSdkPaths } from '../../../../scripts/sdks/listed-paths.ts';
import { signUpWithTotp } from '../../../../test/credentials.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { endpoints } from '../../../groups.ts';
import { notServedRoutes } from './not-served.ts';

/** All routes that a public package, or the reference of the hosted service, names. */
const known = Object.keys(readSdkPaths().routes);

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

const filled = (path: string) =>
  path.replace(':projectId', latchkey.projectId).replace(/:\w+/g, 'x').replace('*', 'v2-beta/config.json');
const servedRoutes = endpoints.flatMap(({ method, path, otherPaths = [] }) =>
  [path, ...otherPaths].map((one) => `${method} ${one}`),
);

test('the list has each route once, and no supported one', () => {
  const routes = notServedRoutes.map(({ method, path }) => `${method} ${path}`);
  expect(routes.filter((route) => servedRoutes.includes(route))).toEqual([]);
  expect(routes.filter((route, index) => routes.indexOf(route) !== index)).toEqual([]);
  expect(routes.filter((route) => !known.includes(route))).toEqual([]);
});

test('every known route is supported, or refused as not supported', async () => {
  const missing: string[] = [];
  for (const route of known) {
    const [method = '', path = ''] = route.split(' ');
    const { status, body } = await latchkey.request(method, filled(path), { bearer: null });
    // A page for an unknown record names the record.
    const unknown = body.errorCode === 'E011005' && body.errorMessage === body.errorDescription;
    if (unknown || status === 405) missing.push(route);
  }
  expect(missing).toEqual([]);
});

describe.each(['management', 'project', 'refresh', 'none'] as const)('with %s credentials', (auth) => {
  const routes = notServedRoutes.filter((route) => route.auth === auth);

  test('each returns 501 and its name, whatever the body', async () => {
    for (const { method, path, operation } of routes) {
      const bearer = bearers[auth] as string | null;
      const rawBody = method === 'GET' ? undefined : 'x'.repeat(200_000);
      const answer = await latchkey.request(method, filled(path), { bearer, ...(rawBody && { rawBody }) });
      expect(answer, path).toMatchObject({ status: 501, body: { errorCode: 'E501001' } });
      expect(answer.body.errorMessage).toContain(operation);
    }
  });

  test('a stranger learns nothing about it', async () => {
    if (auth === 'none') return;
    for (const { method, path } of routes) {
      const answer = await latchkey.request(method, filled(path), { bearer: null });
      expect(answer, path).toMatchObject({ status: 401, body: { errorCode: 'E111119' } });
    }
  });
});

describe('to a page of an allowed origin', () => {
  const origin = 'http://localhost:3000';

  test('each can be requested, and its refusal can be read', async () => {
    for (const { method, path, auth, operation } of notServedRoutes) {
      const asked = { origin, 'access-control-request-method': method };
      const preflight = await latchkey.request('OPTIONS', filled(path), { bearer: null, headers: asked });
      expect(preflight.status, path).toBe(204);
      expect(preflight.headers.get('access-control-allow-origin'), path).toBe(origin);
      expect(preflight.headers.get('access-control-allow-methods'), path).toContain(method);
      const bearer = bearers[auth] as string | null;
      const answer = await latchkey.request(method, filled(path), { bearer, headers: { origin } });
      expect(answer, path).toMatchObject({ status: 501, body: { errorCode: 'E501001' } });
      expect(answer.body.errorMessage, path).toContain(operation);
      expect(answer.headers.get('access-control-allow-origin'), path).toBe(origin);
    }
  });

  test('a refusal for its credentials can be read, too', async () => {
    const answer = await latchkey.request('GET', '/v1/mgmt/infra', { bearer: null, headers: { origin } });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
  });
});

test('the widget of outbound applications gets an empty list, and a server is told that there are none', async () => {
  const [apps, connected] = ['/v1/mgmt/outbound/apps', '/v1/mgmt/outbound/apps-with-user-token'];
  const ask = (path: string, bearer: string | null) =>
    latchkey.request('GET', `${path}?userId=U1&tenantId=demo`, { bearer });
  expect(await ask(apps, bearers.refresh as string)).toMatchObject({ status: 200, body: { apps: [] } });
  expect(await ask(connected, bearers.refresh as string)).toMatchObject({
    status: 200,
    body: { appIds: [] },
  });
  for (const path of [apps, connected]) {
    for (const bearer of [bearers.management, bearers.project] as string[])
      expect(await ask(path, bearer), path).toMatchObject({ status: 501, body: { errorCode: 'E501001' } });
    expect(await ask(path, `${latchkey.projectId}:a.b.c`)).toMatchObject({ status: 401 });
    expect(await ask(path, null)).toMatchObject({ status: 401 });
  }
});

test.each([
  '/scim/v1/Users',
  '/pages',
  '/v1/mgmt/nothing',
  '/v1/mgmt/infra/x',
  '/v1/mgmt/localization',
  '/v1/flow/nothing',
])('%s, which no package calls, is unknown', async (path) => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    const answer = await latchkey.request(method, path, { bearer: bearers.management as string });
    expect(answer, method).toMatchObject({ status: 404, body: { errorCode: 'E011005' } });
  }
});

test('a listed path refuses the methods that no package uses there', async () => {
  const answer = await latchkey.request('DELETE', '/v1/mgmt/template/export', { bearer: null });
  expect(answer.status).toBe(405);
  expect(answer.headers.get('allow')).toBe('POST');
});

test('@descope/node-sdk reads a refusal, not a missing record', async () => {
  const { management } = latchkey.sdk();
  const answers = [
    await management.jwtTemplate.list(),
    await management.flow.run('sign-in'),
    await management.authz.loadSchema(),
  ];
  for (const answer of answers) {
    expect(answer).toMatchObject({ ok: false, code: 501, error: { errorCode: 'E501001' } });
  }
});
