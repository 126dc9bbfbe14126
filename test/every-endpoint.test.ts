import { Agent } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../server/groups.ts';
import type { Endpoint } from '../server/http/endpoint.ts';
import { asJsonSchema } from '../server/http/schema.ts';
import { startConsole } from './administrators.ts';
import { type Asked, askEndpoint, bodyLimitOf, type Caller, hasBody, pathsOf } from './ask-endpoint.ts';
import { impersonate, makeAccessKey, signUpWithTotp, type Tokens } from './credentials.ts';
import { testOnce } from './engine.ts';
import { examined } from './examined-endpoints.ts';
import { type Latchkey, startLatchkey } from './harness.ts';
import { inputWith, inputWithout, placesOf, sampleOf, wrongValues } from './sample-input.ts';
import { Turns } from './take-turns.ts';

/**
 * Guarantees of every endpoint, whatever it does. Where one mechanism decides for all of them, each endpoint
 * proves with a few cases that the mechanism covers it, and the first of each kind gets all cases.
 * `every-input.test.ts` checks the rules for input without HTTP, with every field of every endpoint.
 */

let latchkey: Latchkey;
let other: { projectId: string; managementKey: string };
const agent = new Agent({ keepAlive: true });

beforeAll(async () => {
  latchkey = await startLatchkey();
  other = await latchkey.addProject();
  const owner = await startConsole(latchkey);
  const tokens = await signUp();
  await signUp();
  impersonated = await impersonate(latchkey, 'user1@example.com', 'user2@example.com');
  const { baseUrl, projectId, managementKey } = latchkey;
  const accessKey = await makeAccessKey(latchkey);
  caller = { baseUrl, agent, projectId, managementKey, accessKey, tokens, consoleCookie: owner.cookie() };
});

afterAll(async () => {
  agent.destroy();
  await latchkey.close();
});

let users = 0;

function signUp(): Promise<Tokens> {
  return signUpWithTotp(latchkey, `user${++users}@example.com`);
}

let caller: Caller;
let impersonated: Tokens;
/** The properties of an endpoint that `http/mount.ts` reads before the body. */
const byCredentials = new Turns(endpoints, ({ auth, forAdministrators, limit, ...endpoint }) =>
  JSON.stringify([
    auth,
    forAdministrators,
    limit,
    endpoint.takesAnonymous,
    endpoint.takesImpersonated,
    Boolean(endpoint.forSignedInUsers),
  ]),
);
/** The properties that it reads after the body, for endpoints with one. */
const byBody = new Turns(endpoints, (endpoint) =>
  JSON.stringify([
    hasBody(endpoint),
    endpoint.bodyLimitBytes,
    endpoint.jsonLimits,
    asJsonSchema(endpoint.input).type,
  ]),
);
const allowedAt = (path: string): string[] => [
  ...new Set(endpoints.filter((one) => pathsOf(one).includes(path)).map(({ method }) => method as string)),
];
const byMethods = new Turns(endpoints, ({ path }) => allowedAt(path).sort().join());
const flip = (text: string) => text.slice(0, -1) + (text.endsWith('a') ? 'b' : 'a');

testOnce('names and routes are unique', () => {
  const routes = endpoints.flatMap((one) => pathsOf(one).map((path) => `${one.method} ${path}`));
  expect(new Set(routes).size).toBe(routes.length);
  expect(new Set(endpoints.map(({ name }) => name)).size).toBe(endpoints.length);
});

describe.each(examined.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_name, endpoint) => {
  const { auth, path } = endpoint;
  const schema = asJsonSchema(endpoint.input);
  const places = placesOf(schema);
  const takesList = schema.type === 'array';
  /** Valid JSON of the wrong type. */
  const otherBody = takesList ? '{}' : '[]';
  const firstRequired = places.find(({ required }) => required);
  const ask = (asked: Asked = {}) => askEndpoint(caller, endpoint, asked);

  async function expectUnauthorized(asked: Asked, errorCode: unknown = 'E111119') {
    const answer = await ask(asked);
    const headers = { 'www-authenticate': 'Bearer' };
    expect(answer, JSON.stringify(asked)).toMatchObject({ status: 401, headers, body: { errorCode } });
    return answer.body;
  }

  async function expectRefusal(asked: Asked, status: number, errorCode: string, message = '') {
    const answer = await ask(asked);
    const what = JSON.stringify(asked).slice(0, 500);
    expect(answer, what).toMatchObject({ status, body: { errorCode } });
    expect(answer.body.errorMessage, what).toContain(message);
    return answer;
  }

  testOnce('refuses an unauthenticated caller with a uniform message, without reading the body', async () => {
    const { projectId } = latchkey;
    const refusal = await expectUnauthorized({ bearer: null });
    const strangers = [
      `P${'0'.repeat(27)}`,
      flip(projectId),
      projectId.toLowerCase(),
      `${projectId}x`,
      'x',
      '',
    ];
    await Promise.all(
      byCredentials
        .deal(endpoint, strangers, 2)
        .map(async (bearer) => expect(await expectUnauthorized({ bearer })).toEqual(refusal)),
    );
    if (!hasBody(endpoint)) return;
    const inQuery = { bearer: null, path: `${path}?projectId=${projectId}` };
    expect(await expectUnauthorized(inQuery)).toEqual(refusal);
    // The body is never sent, so a server that waited for it would not respond.
    await expectUnauthorized({ bearer: null, withheldBytes: 1_000 });
  });

  if (auth === 'management') {
    test('refuses callers without a management key of this project', async () => {
      const { projectId, managementKey } = latchkey;
      const always = [
        projectId,
        `${projectId}:${other.managementKey}`,
        `${other.projectId}:${managementKey}`,
      ];
      const tokens = endpoint.forSignedInUsers ? [] : [caller.tokens.refreshJwt, caller.tokens.sessionJwt];
      const inTurn = [
        `${projectId}:`,
        ...tokens.map((token) => `${projectId}:${token}`),
        `${projectId}:${managementKey.slice(0, -1)}`,
        `${projectId}:${managementKey}x`,
        `${projectId}:${flip(managementKey)}`,
        `${projectId}:${managementKey.toLowerCase()}`,
        `${projectId}:${projectId}`,
        managementKey,
      ];
      const wrong = [...always, ...byCredentials.deal(endpoint, inTurn, 2)];
      await Promise.all(wrong.map((bearer) => expectUnauthorized({ bearer })));
    });
  }

  if (endpoint.forSignedInUsers) {
    test('is open to signed-in users, and refuses other tokens', async () => {
      const { refreshJwt, sessionJwt } = caller.tokens;
      const [head, payload, signature = ''] = refreshJwt.split('.');
      const { projectId } = latchkey;
      // The request of the sample names somebody else where a user may name themselves only.
      const isOfOneself = endpoint.forSignedInUsers?.errors?.includes('E062108');
      const answer = await ask({ bearer: `${projectId}:${refreshJwt}` });
      expect([answer.status, answer.body.errorCode]).toEqual(
        isOfOneself ? [400, 'E062108'] : [200, undefined],
      );
      const wrong = [
        `${projectId}:${sessionJwt}`,
        `${projectId}:a.b.c`,
        `${projectId}:${head}.${payload}.${flip(signature.slice(0, 100))}${signature.slice(100)}`,
        `${other.projectId}:${refreshJwt}`,
      ];
      const code = expect.stringMatching(/^E06400[12]$/);
      await Promise.all(wrong.map((bearer) => expectUnauthorized({ bearer }, code)));
      const asImpersonator = await ask({ bearer: `${projectId}:${impersonated.refreshJwt}` });
      expect(asImpersonator.status).toBe(endpoint.takesImpersonated ? 200 : 403);
    });
  }

  if (auth === 'accessKey') {
    test('refuses callers without an access key of this project', async () => {
      const { projectId, managementKey, accessKey, tokens } = caller;
      const keys = ['', managementKey, `${accessKey}x`, accessKey.slice(0, -1), tokens.refreshJwt, projectId];
      const wrong = [...keys.map((key) => `${projectId}:${key}`), `${other.projectId}:${accessKey}`];
      const code = expect.stringMatching(/^E06280[23]$/);
      await Promise.all(wrong.map((bearer) => expectUnauthorized({ bearer }, code)));
    });
  }

  // Endpoints for administrators have their own tests: `every-endpoint-administrators.test.ts`.
  const takesUser = (auth === 'refresh' || auth === 'session') && endpoint.forAdministrators !== 'only';

  if (takesUser) {
    test('refuses callers without a token of this kind and project', async () => {
      const { projectId, managementKey } = latchkey;
      const { refreshJwt, sessionJwt } = caller.tokens;
      const [good, bad] = auth === 'refresh' ? [refreshJwt, sessionJwt] : [sessionJwt, refreshJwt];
      const [head = '', payload = '', signature = ''] = good.split('.');
      const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
      const wrong = [
        projectId,
        `${projectId}:${managementKey}`,
        `${projectId}:x`,
        `${projectId}:a.b.c`,
        `${projectId}:..`,
        `${projectId}:${bad}`,
        `${projectId}:${head}.${payload}.`,
        `${projectId}:${unsigned}.${payload}.`,
        `${projectId}:${unsigned}.${payload}.${signature}`,
        `${projectId}:${head}.${flip(payload)}.${signature}`,
        `${projectId}:${head}.${payload}.${flip(signature.slice(0, 100))}${signature.slice(100)}`,
        `${other.projectId}:${good}`,
      ];
      const code = expect.stringMatching(/^E06400[12]$/);
      await Promise.all(wrong.map((bearer) => expectUnauthorized({ bearer }, code)));
    });
  }

  if (takesUser && !endpoint.takesImpersonated) {
    test('refuses impersonators without reading the body', async () => {
      const token = auth === 'refresh' ? impersonated.refreshJwt : impersonated.sessionJwt;
      const bearer = `${latchkey.projectId}:${token}`;
      await expectRefusal({ bearer }, 403, 'E064006');
      if (hasBody(endpoint)) await expectRefusal({ bearer, rawBody: '{' }, 403, 'E064006');
    });
  }

  // Endpoints that complete a sign-in also have options, but none that adds to a session.
  if (auth === 'optionalRefresh' && schema.properties?.['loginOptions']?.properties?.['stepup']) {
    test("adds nothing to an impersonation's session", async () => {
      const bearer = `${latchkey.projectId}:${impersonated.refreshJwt}`;
      for (const loginOptions of [{ stepup: true }, { mfa: true }]) {
        const input = { ...(sampleOf(schema) as object), loginOptions };
        await expectRefusal({ bearer, input }, 403, 'E064006');
      }
    });
  }

  testOnce('is served at every declared path, with doubled slashes, too', async () => {
    const spellings = pathsOf(endpoint).flatMap((one) => [one, `/${one}`, one.replaceAll('/', '//')]);
    await Promise.all(spellings.map((spelling) => expectUnauthorized({ path: spelling, bearer: null })));
  });

  testOnce('refuses every other method and lists the allowed ones', async () => {
    const allowed = allowedAt(path);
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];
    const others = methods.filter((method) => !allowed.includes(method));
    for (const method of byMethods.deal(endpoint, others, 2)) {
      const { headers } = await expectRefusal({ method, input: {} }, 405, 'E011006');
      expect(headers.allow?.split(', ').sort()).toEqual(allowed.sort());
    }
  });

  testOnce('names a required field that is missing', async () => {
    const cases = places
      .filter(({ required }) => required)
      .flatMap(({ path }) => {
        const inputs = [
          inputWithout(schema, path),
          ...(hasBody(endpoint) ? [inputWith(schema, path, null)] : []),
        ];
        return inputs.map((input) => ({ input, message: `The ${path.join('.')} field` }));
      });
    await Promise.all(
      byBody
        .deal(endpoint, cases)
        .map(({ input, message }) => expectRefusal({ input }, 400, 'E011002', message)),
    );
  });

  testOnce('refuses NUL and half characters in every text', async () => {
    const texts = places.filter(({ schema }) => schema.type === 'string' && !schema.enum);
    const asked = texts.flatMap(({ path }) => {
      // A half character cannot be written in a URL.
      const values = hasBody(endpoint) ? ['a\0b', 'a\ud800b'] : ['a\0b'];
      return values.map((value) => ({ input: inputWith(schema, path, value) }));
    });
    const dealt = byBody.deal(endpoint, asked);
    await Promise.all(dealt.map((one) => expectRefusal(one, 400, 'E011001')));
  });

  test('ignores unknown fields', async () => {
    const unknown = { isAdmin: true, constructor: 'x', toString: 'y', user_id: { $ne: '' } };
    // A list has no field names.
    if (takesList) return;
    if (firstRequired) {
      // The missing field shows that everything else was accepted and nothing was done.
      const input = { ...(inputWithout(schema, firstRequired.path) as object), ...unknown };
      await expectRefusal({ input }, 400, 'E011002', firstRequired.path.join('.'));
    } else {
      const bearer = await freshBearer(endpoint);
      const { status, body } = await ask({ bearer, input: unknown });
      expectTaken(endpoint, status, body);
      expect(['E011001', 'E011003']).not.toContain(body.errorCode);
    }
  });

  testOnce(
    'refuses a repeated or invalid header and a query that is not UTF-8, with whichever credentials',
    async () => {
      const authority = new URL(latchkey.baseUrl).host;
      const headers: [string, string | string[]][] = [
        ['host', 'a b'],
        ['host', [authority, authority]],
        ['host', [authority, 'elsewhere.example']],
        ['content-type', ['application/json', 'application/json']],
        ['authorization', ['Bearer x', 'Bearer x']],
      ];
      const asked: Asked[] = [
        ...headers.map(([name, value]) => ({ moreHeaders: { [name]: value } })),
        { path: `${path}?x=%ff` },
      ];
      const dealt = byCredentials.deal(endpoint, asked, 2);
      await Promise.all(
        dealt.flatMap((one) => [
          expectRefusal(one, 400, 'E011001'),
          expectRefusal({ ...one, bearer: null }, 400, 'E011001'),
        ]),
      );
    },
  );

  if (!hasBody(endpoint)) return;

  testOnce('refuses a coding and a charset that it would not decode, and says what to send', async () => {
    const codings = ['gzip', 'br', 'deflate', 'zstd', 'GZIP', 'identity, gzip', 'x'];
    const charsets = ['utf-16', 'ISO-8859-1', '"utf-16le"', 'utf-8; charset=utf-16', '""', 'utf-7'];
    const asked = [
      ...codings.map((coding) => ({
        moreHeaders: { 'content-encoding': coding },
        message: 'without compression',
      })),
      ...charsets.map((charset) => ({
        contentType: `application/json; charset=${charset}`,
        message: 'in UTF-8',
      })),
    ];
    for (const { message, ...one } of byBody.deal(endpoint, asked, 2)) {
      const { headers } = await expectRefusal(one, 415, 'E011008', message);
      expect(headers['accept-encoding']).toBe('identity');
    }
    for (const contentType of ['application/json; charset="UTF-8"', 'application/json;charset=utf8']) {
      const one = { contentType, moreHeaders: { 'content-encoding': 'identity' }, rawBody: '{' };
      await expectRefusal(one, 400, 'E011001');
    }
  });

  test('treats an empty body as an empty object', async () => {
    const isRequired = places.some(({ path, required }) => required && path.length === 1);
    for (const contentType of ['application/json', null]) {
      const { status, body } = await ask({ bearer: await freshBearer(endpoint), rawBody: '', contentType });
      if (isRequired) expect(body.errorCode).toBe('E011002');
      else expectTaken(endpoint, status, body);
      expect(body.errorCode).not.toBe('E011001');
    }
  });

  testOnce(`refuses what is not a JSON ${takesList ? 'list' : 'object'}`, async () => {
    const broken = [
      '{',
      '{"a":1,}',
      'x',
      '{"a":1}{"b":2}',
      '\ufeff{}',
      '{"x":1,"x":2}',
      '{"x":1,"\\u0078":2}',
    ];
    const notObjects = ['null', '"x"', '1', 'true', otherBody, '[{}]', '{"__proto__":{"x":1}}'];
    await Promise.all(
      byBody.deal(endpoint, [...broken, ...notObjects], 2).map(async (rawBody) => {
        expect(await ask({ rawBody }), rawBody).toMatchObject({ status: 400 });
      }),
    );
  });

  testOnce('refuses deep nesting for its depth, before it is parsed', async () => {
    const nested = ['{"user":'.repeat(2_000), `{"user":${'['.repeat(50_000)}`];
    for (const rawBody of byBody.deal(endpoint, nested)) {
      await expectRefusal({ rawBody }, 400, 'E011001', 'nested');
    }
    if (!byBody.isFirst(endpoint)) return;
    const [status, code] =
      bodyLimitOf(endpoint) < 100_000 ? ([413, 'E011007'] as const) : ([400, 'E011001'] as const);
    await expectRefusal({ rawBody: '['.repeat(100_000) }, status, code);
  });

  testOnce('accepts no other content type, even with a valid body', async () => {
    const wrong = [
      null,
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'application/jsonp',
      'application/json, text/plain',
      'text/plain; application/json',
      '*/*',
    ];
    const dealt = byBody.deal(endpoint, wrong);
    await Promise.all(dealt.map((contentType) => expectRefusal({ contentType }, 415, 'E011008')));
  });

  testOnce('checks the body for every spelling of the content type', async () => {
    const spellings = [
      'application/json\t',
      'application/json\t;x',
      ' application/json',
      'APPLICATION/JSON;',
      'application/json ;charset=utf-8',
      'application/json; charset=utf-8; charset=utf-7',
      'application/json; charset="',
    ];
    const asked = spellings.flatMap((contentType) =>
      ['{', otherBody].map((rawBody) => ({ contentType, rawBody })),
    );
    await Promise.all(
      byBody
        .deal(endpoint, asked)
        .map(async (one) => expect([400, 415], one.contentType).toContain((await ask(one)).status)),
    );
  });

  testOnce('refuses one byte over its limit, with or without Content-Length', async () => {
    const announced = await expectRefusal({ withheldBytes: bodyLimitOf(endpoint) + 1 }, 413, 'E011007');
    expect(announced.headers.connection).toBe('close');
    if (!byBody.isFirst(endpoint)) return;
    const rawBody = `{"x":"${'x'.repeat(bodyLimitOf(endpoint) + 1 - 8)}"}`;
    expect(rawBody).toHaveLength(bodyLimitOf(endpoint) + 1);
    for (const chunked of [false, true]) {
      const { headers } = await expectRefusal({ rawBody, chunked }, 413, 'E011007');
      expect(headers.connection).toBe('close');
    }
  });

  testOnce('names a field of the wrong type', async () => {
    const cases = places.flatMap(({ path, schema: field }) =>
      wrongValues(field).map((value) => ({ input: inputWith(schema, path, value), name: path.join('.') })),
    );
    const dealt = byBody.deal(endpoint, cases);
    await Promise.all(dealt.map(({ input, name }) => expectRefusal({ input }, 400, 'E011003', name)));
  });
});

/** Expects that the server understood the request, whatever it did. */
function expectTaken({ name }: Endpoint, status: number, body: { errorCode?: string }): void {
  if (name === 'console.removeTotp' && status === 403) {
    // The administrator of this test has no other way to sign in.
    expect(body.errorCode).toBe('E064011');
  } else expect([200, 400, 404, 501]).toContain(status);
}

/** Credentials that the call may use up. */
async function freshBearer({ name, auth, forAdministrators }: Endpoint): Promise<string | undefined> {
  if (name === 'management.project.delete') {
    const { projectId, managementKey } = await latchkey.addProject();
    return `${projectId}:${managementKey}`;
  }
  if ((auth !== 'refresh' && auth !== 'session') || forAdministrators === 'only') return undefined;
  const { refreshJwt, sessionJwt } = await signUp();
  return `${latchkey.projectId}:${auth === 'refresh' ? refreshJwt : sessionJwt}`;
}

testOnce('forms of pages and of applications are under the same rules as JSON', async () => {
  const { projectId } = latchkey;
  const form = 'application/x-www-form-urlencoded';
  for (const path of [`/login/${projectId}?state=a`, '/oauth2/v1/apps/token']) {
    // OAuth libraries read `error` only (RFC 6749 §5.2).
    const refusal = (errorCode: string) =>
      path.startsWith('/oauth2/') ? { error: 'invalid_request' } : { errorCode };
    const send = (rawBody: string | Uint8Array, headers: Record<string, string>) =>
      latchkey.request('POST', path, { bearer: null, rawBody, headers });
    for (const rawBody of ['loginId=%ff', 'loginId=%C3', Uint8Array.of(0x61, 0x3d, 0xff)])
      expect(await send(rawBody, { 'content-type': form })).toMatchObject({
        status: 400,
        body: refusal('E011001'),
      });
    const unreadable: Record<string, string>[] = [
      { 'content-type': `${form}; charset=utf-16` },
      { 'content-type': form, 'content-encoding': 'gzip' },
    ];
    for (const headers of unreadable) {
      expect(await send('loginId=a', headers)).toMatchObject({ status: 415, body: refusal('E011008') });
    }
    const { body } = await send('loginId=100%&name=M%C3%BCller', {
      'content-type': `${form}; charset=UTF-8`,
    });
    expect(['E011001', 'E011008', 'E500001']).not.toContain(body.errorCode);
  }
});

test('afterwards the server is healthy, and only the users of this test exist', async () => {
  expect(await latchkey.request('GET', '/readyz')).toMatchObject({ status: 200 });
  const { body } = await latchkey.manage('POST', '/v2/mgmt/user/search', {});
  expect(body.users).toHaveLength(users);
});
