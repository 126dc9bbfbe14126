import { Agent } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { administrationProjectId, administratorRoles } from '../server/core/administration.ts';
import { endpoints } from '../server/groups.ts';
import type { Endpoint } from '../server/http/endpoint.ts';
import { addAdministrator, cookieName, openConsole, sentByPage, startConsole } from './administrators.ts';
import { type Answered, type Asked, askEndpoint, type Caller, hasBody } from './ask-endpoint.ts';
import { makeAccessKey, signUpWithTotp } from './credentials.ts';
import { examined } from './examined-endpoints.ts';
import { type Latchkey, startLatchkey } from './harness.ts';
import { Turns } from './take-turns.ts';

/**
 * Guarantees of every endpoint for the cookie of a console session. One mechanism decides by the endpoint's
 * declaration: the first endpoint of each kind gets all cases, the others some of them in turn.
 */

const foreignOrigin = 'https://app.example.com';

let latchkey: Latchkey;
let caller: Caller;
const agent = new Agent({ keepAlive: true });
/** Cookies of console sessions. */
const cookies: Record<string, string> = {};

beforeAll(async () => {
  latchkey = await startLatchkey();
  const owner = await startConsole(latchkey);
  cookies['owner'] = owner.cookie();
  for (const role of administratorRoles) {
    if (role === 'owner') continue;
    const added = await addAdministrator(latchkey, owner, { loginId: `${role}@example.com`, role });
    cookies[role] = added.cookie();
  }
  const { loginId, password } = owner;
  const half = openConsole(latchkey);
  await half.request('POST', '/v1/auth/password/signin', { body: { loginId, password } });
  cookies['half'] = half.cookie();
  const { baseUrl, projectId, managementKey } = latchkey;
  await latchkey.manage('POST', '/v1/mgmt/project/settings', { allowedOrigins: [foreignOrigin] });
  const tokens = await signUpWithTotp(latchkey, 'user@example.com');
  await latchkey.manage('POST', '/v1/mgmt/role/create', { name: 'owner' });
  await latchkey.manage('POST', '/v2/mgmt/user/update/role/add', {
    loginId: 'user@example.com',
    roleNames: ['owner'],
  });
  const accessKey = await makeAccessKey(latchkey);
  caller = { baseUrl, agent, projectId, managementKey, accessKey, tokens, consoleCookie: owner.cookie() };
});

afterAll(async () => {
  agent.destroy();
  await latchkey.close();
});

const turns = new Turns(endpoints, (endpoint) =>
  JSON.stringify([
    endpoint.auth,
    endpoint.role,
    endpoint.forAdministrators,
    endpoint.limit,
    hasBody(endpoint),
  ]),
);

const fromPage = (method: string, cookie = ''): Record<string, string> => ({
  ...sentByPage(latchkey, method),
  ...(cookie && { cookie: `${cookieName}=${cookie}` }),
});

describe.each(examined.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_name, endpoint) => {
  const { auth, method, role = 'administrator', forAdministrators } = endpoint;
  const ask = (asked: Asked): Promise<Answered> => askEndpoint(caller, endpoint, asked);

  async function expectRefusal(asked: Asked, status: number, errorCode: string): Promise<void> {
    const answer = await ask(asked);
    expect(answer, JSON.stringify(asked)).toMatchObject({ status, body: { errorCode } });
    if (!hasBody(endpoint)) return;
    // Refused before the body is read.
    expect((await ask({ ...asked, rawBody: '{' })).body.errorCode).toBe(errorCode);
  }

  if (!forAdministrators) {
    test('treats the administration project as unknown', async () => {
      const unknown = await ask({ bearer: `P${'x'.repeat(27)}` });
      const shown = [
        '',
        `:${latchkey.managementKey}`,
        `:${caller.accessKey}`,
        `:${caller.tokens.refreshJwt}`,
      ];
      for (const secret of turns.deal(endpoint, shown, 2)) {
        const bearer = `${administrationProjectId}${secret}`;
        const headers = fromPage(method, cookies['owner']);
        expect(await ask({ bearer, headers })).toMatchObject({ status: 401, body: unknown.body });
      }
    });
  }

  if (forAdministrators) {
    test('admits only our own pages to the administration project', async () => {
      const bearer = administrationProjectId;
      const cookie = `${cookieName}=${cookies['owner']}`;
      const foreign: Record<string, string>[] = [
        { cookie },
        { cookie, origin: foreignOrigin },
        { cookie, origin: foreignOrigin, 'sec-fetch-site': 'cross-site' },
        { cookie, origin: foreignOrigin, 'sec-fetch-site': 'same-site' },
        { cookie, 'sec-fetch-site': 'none' },
        { cookie, origin: 'null' },
      ];
      for (const headers of turns.deal(endpoint, foreign, 2)) {
        await expectRefusal({ bearer, headers }, 401, 'E111119');
      }
    });
  }

  if (forAdministrators === 'only') {
    test('is closed in every other project', async () => {
      const bearer = latchkey.projectId;
      const headers = fromPage(method, cookies['owner']);
      await expectRefusal({ bearer, headers }, 401, 'E111119');
      await expectRefusal({ bearer: `${bearer}:${caller.tokens.refreshJwt}`, headers }, 401, 'E111119');
    });
  }

  if (forAdministrators && auth === 'refresh') {
    test("accepts an administrator's session from the cookie only", async () => {
      const bearer = administrationProjectId;
      const { refreshJwt } = caller.tokens;
      for (const cookie of ['', 'x', 'a.b.c', refreshJwt]) {
        await expectRefusal({ bearer, headers: fromPage(method, cookie) }, 401, 'E064002');
      }
      const inHeader = { bearer: `${bearer}:${cookies['owner']}`, headers: fromPage(method) };
      await expectRefusal(inHeader, 401, 'E064002');
    });
  }

  if (auth === 'management') {
    const lower = administratorRoles.slice(0, administratorRoles.indexOf(role));

    test('refuses each role below its own', async () => {
      for (const one of lower) {
        const headers = fromPage(method, cookies[one]);
        await expectRefusal({ bearer: latchkey.projectId, headers }, 403, 'E064010');
      }
    });

    test('refuses sessions without the second factor, and users who are not administrators', async () => {
      const bearer = latchkey.projectId;
      await expectRefusal({ bearer, headers: fromPage(method, cookies['half']) }, 403, 'E064011');
      const underOtherNames = `DSR=${caller.tokens.refreshJwt}; DSR=${cookies['owner']}`;
      const strangers = [
        ...['', 'x', caller.tokens.refreshJwt].map((one) => ({ bearer, headers: fromPage(method, one) })),
        { bearer, headers: { ...fromPage(method), cookie: underOtherNames } },
        { bearer: `${bearer}:${cookies['owner']}`, headers: fromPage(method) },
      ];
      // An endpoint that users may call, too, takes what is no cookie of the console for their refresh JWT.
      for (const asked of turns.deal(endpoint, strangers, 2)) {
        const isToken = asked.bearer !== bearer;
        await expectRefusal(asked, 401, endpoint.forSignedInUsers && isToken ? 'E064002' : 'E111119');
      }
    });

    test('refuses the cookie from every page but our own, also from one that the project allows', async () => {
      const bearer = latchkey.projectId;
      const cookie = `${cookieName}=${cookies['owner']}`;
      const foreign: Record<string, string>[] = [
        { cookie },
        { cookie, origin: foreignOrigin },
        { cookie, origin: foreignOrigin, 'sec-fetch-site': 'cross-site' },
        { cookie, origin: foreignOrigin, 'sec-fetch-site': 'same-site' },
        { cookie, origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' },
        { cookie, 'sec-fetch-site': 'cross-site' },
        { cookie, 'sec-fetch-site': 'none' },
        { cookie, origin: 'null' },
      ];
      for (const headers of turns.deal(endpoint, foreign, 2)) {
        await expectRefusal({ bearer, headers }, 401, 'E111119');
      }
    });

    test('accepts the cookie of its role, and only JSON bodies', async () => {
      const headers = fromPage(method, cookies[role]);
      const bearer = latchkey.projectId;
      if (!hasBody(endpoint)) {
        const { status } = await ask({ bearer, headers, method: 'OPTIONS' });
        expect(status).toBe(405);
        return;
      }
      const foreign = ['text/plain', 'application/x-www-form-urlencoded', null];
      for (const contentType of turns.deal(endpoint, foreign)) {
        expect(await ask({ bearer, headers, contentType })).toMatchObject({
          status: 415,
          body: { errorCode: 'E011008' },
        });
      }
      expect(await ask({ bearer, headers, rawBody: '{' })).toMatchObject({
        status: 400,
        body: { errorCode: 'E011001' },
      });
    });

    if (forAdministrators) {
      test('is for owners only in the administration project', async () => {
        const bearer = administrationProjectId;
        for (const one of administratorRoles.slice(0, -1)) {
          await expectRefusal({ bearer, headers: fromPage(method, cookies[one]) }, 403, 'E064010');
        }
        await expectRefusal({ bearer, headers: fromPage(method, cookies['half']) }, 403, 'E064011');
        const withKey = { bearer: `${bearer}:${latchkey.managementKey}`, headers: fromPage(method) };
        await expectRefusal(withKey, 401, 'E111119');
      });
    }
  }
});

test('afterwards the console sessions are alive, and no administrator has changed', async () => {
  const page = openConsole(latchkey);
  for (const role of administratorRoles) {
    page.setCookie(cookies[role] as string);
    const { body } = await page.request('GET', '/v1/console');
    expect(body).toMatchObject({ administrator: { role }, isComplete: true });
  }
});

/** Management endpoints that any administrator may call must not change anything. */
test('endpoints that auditors may call only read', () => {
  const readable = endpoints.filter(
    ({ auth, role }: Endpoint) => auth === 'management' && role === 'auditor',
  );
  const reads = /\.(load\w*|get\w*|search\w*|list\w*|history|preview|explain|export\w*|verify\w*)$/;
  for (const { name } of readable) expect(name).toMatch(reads);
  const secrets = ['getProviderToken', 'getApplicationSecret'];
  for (const secret of secrets) expect(readable.some(({ name }) => name.endsWith(secret))).toBe(false);
});
