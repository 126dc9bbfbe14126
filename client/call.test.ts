import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type CallRequest, type Connection, createCall } from './call.ts';
import { type RecordingServer, sendJson, startRecordingServer } from './test/recording-server.ts';

let server: RecordingServer;

beforeAll(async () => {
  server = await startRecordingServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  server.answer = (_request, response) => sendJson(response, 200, { user: { name: 'Ann' } });
});

function call(request: Partial<CallRequest>, connection: Partial<Connection> = {}) {
  const {
    projectId = 'P1',
    baseUrl = server.url,
    fetch = globalThis.fetch,
    timeoutMs = 5_000,
    managementKey,
  } = connection;
  return createCall({ projectId, baseUrl, fetch, timeoutMs, managementKey })({
    method: 'POST',
    path: '/v1/thing',
    ...request,
  });
}

async function sent(request: Partial<CallRequest>, connection: Partial<Connection> = {}) {
  await call(request, connection);
  const [recorded] = server.requests;
  if (!recorded) throw new Error('nothing was sent');
  return recorded;
}

const answering = (status: number, body: string, headers: Record<string, string>) => {
  server.answer = (_request, response: ServerResponse) => response.writeHead(status, headers).end(body);
};

describe('the request', () => {
  test('names the project', async () => {
    expect((await sent({})).headers.authorization).toBe('Bearer P1');
  });

  test('sends the management key on management calls only', async () => {
    const connection = { managementKey: 'K1' };
    expect((await sent({ auth: 'management' }, connection)).headers.authorization).toBe('Bearer P1:K1');
    server.requests.length = 0;
    expect((await sent({}, connection)).headers.authorization).toBe('Bearer P1');
    server.requests.length = 0;
    expect((await sent({ token: 'a.b.c' }, connection)).headers.authorization).toBe('Bearer P1:a.b.c');
  });

  test('has a body and a content type only when there is input', async () => {
    const { body, headers } = await sent({ input: { loginId: 'ann', email: undefined, tags: ['a'] } });
    expect(JSON.parse(body)).toEqual({ loginId: 'ann', tags: ['a'] });
    expect(headers['content-type']).toBe('application/json');
    server.requests.length = 0;
    const empty = await sent({});
    expect(empty.body).toBe('');
    expect(empty.headers['content-type']).toBeUndefined();
  });

  test.each(['GET', 'DELETE'] as const)('of %s carries its input in the query', async (method) => {
    const input = { ids: ['a&b', 'c d'], flag: false, page: 0, empty: '', left: undefined, out: null };
    const { url, body, headers } = await sent({ method, input });
    const query = new URL(url, server.url).searchParams;
    expect([...query]).toEqual([
      ['ids', 'a&b'],
      ['ids', 'c d'],
      ['flag', 'false'],
      ['page', '0'],
      ['empty', ''],
    ]);
    expect(body).toBe('');
    expect(headers['content-type']).toBeUndefined();
  });

  test('without input has no question mark', async () => {
    expect((await sent({ method: 'GET', input: { left: undefined } })).url).toBe('/v1/thing');
  });

  test('of a POST can have a query besides its body', async () => {
    const { url, body } = await sent({ query: { tenant: 'T1', prompt: undefined }, input: { mfa: true } });
    expect(url).toBe('/v1/thing?tenant=T1');
    expect(JSON.parse(body)).toEqual({ mfa: true });
  });

  test('with a token that no header can hold is refused without being sent', async () => {
    const result = await call({ token: 'a.b.c\r\nx-other: 1' });
    expect(result).toMatchObject({ ok: false, code: 401, error: { errorCode: 'E064002' } });
    expect(server.requests).toEqual([]);
  });
});

describe('a response', () => {
  test('becomes the data', async () => {
    expect(await call({})).toEqual({ ok: true, code: 200, data: { user: { name: 'Ann' } } });
  });

  test('is reduced to the requested field', async () => {
    expect(await call({ returns: 'user' })).toEqual({ ok: true, code: 200, data: { name: 'Ann' } });
  });

  test('is dropped when the method returns nothing', async () => {
    expect(await call({ returnsNothing: true })).toEqual({ ok: true, code: 200, data: undefined });
  });

  test('without the requested field is not accepted as a response of the service', async () => {
    expect(await call({ returns: 'users' })).toMatchObject({
      ok: false,
      code: 0,
      error: { errorCode: 'unreadable', errorMessage: 'The response has no field users' },
    });
  });

  test.each([
    ['a page', '<html>Sign in to the wifi</html>'],
    ['nothing', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['cut JSON', '{"user":'],
  ])('that is %s is reported as a failure', async (_what, body) => {
    answering(200, body, { 'content-type': 'text/html' });
    for (const request of [{}, { returnsNothing: true }]) {
      expect(await call(request)).toMatchObject({
        ok: false,
        code: 0,
        error: { errorCode: 'unreadable', errorMessage: expect.stringContaining('text/html') },
      });
    }
  });

  test('can be a list where the method expects a list', async () => {
    answering(200, '[{"userId":"U1"}]', { 'content-type': 'application/json' });
    expect(await call({ returnsList: true })).toEqual({ ok: true, code: 200, data: [{ userId: 'U1' }] });
    answering(200, '{}', { 'content-type': 'application/json' });
    expect(await call({ returnsList: true })).toMatchObject({ ok: false, code: 0 });
  });

  test('that redirects is not followed, so that the credentials stay with this server', async () => {
    answering(307, '', { location: `${server.url}/elsewhere` });
    expect(await call({})).toMatchObject({
      ok: false,
      code: 0,
      error: { errorCode: 'unreadable', errorMessage: expect.stringContaining(`${server.url}/elsewhere`) },
    });
    expect(server.requests).toHaveLength(1);
  });
});

describe('a refusal', () => {
  const refusal = { errorCode: 'E112102', errorDescription: 'User not found', errorMessage: 'No ann' };

  test('is returned with the status and the error of the service', async () => {
    server.answer = (_request, response) => sendJson(response, 404, refusal);
    expect(await call({ returns: 'user' })).toEqual({ ok: false, code: 404, error: refusal });
  });

  test('without a message has an empty message', async () => {
    server.answer = (_request, response) =>
      sendJson(response, 400, { errorCode: 'E011003', errorDescription: 'x' });
    expect(await call({})).toMatchObject({ error: { errorCode: 'E011003', errorMessage: '' } });
  });

  test.each([
    ['a page', '<html>Bad gateway</html>', 502],
    ['JSON of something else', '{"message":"forbidden"}', 403],
    ['nothing', '', 500],
  ])('that is %s keeps its status', async (_what, body, status) => {
    answering(status, body, {});
    expect(await call({})).toMatchObject({
      ok: false,
      code: status,
      error: { errorCode: 'unreadable', errorMessage: expect.stringContaining(`status ${status}`) },
    });
  });

  test('with 429 says how many seconds to wait', async () => {
    const limit = { errorCode: 'E130429', errorDescription: 'Too many requests', errorMessage: 'Slow down' };
    server.answer = (_request, response) => sendJson(response, 429, limit, { 'retry-after': '17' });
    expect(await call({})).toEqual({ ok: false, code: 429, error: { ...limit, retryAfter: 17 } });
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    const date = 'Fri, 20 Nov 2026 12:01:00 GMT';
    server.answer = (_request, response) => sendJson(response, 429, limit, { 'retry-after': date });
    expect(await call({})).toEqual({ ok: false, code: 429, error: { ...limit, retryAfter: 60 } });
    server.answer = (_request, response) => sendJson(response, 429, limit);
    expect(await call({})).toEqual({ ok: false, code: 429, error: limit });
  });
});

describe('no answer', () => {
  test('that does not start in time is a timeout', async () => {
    server.answer = () => {};
    expect(await call({}, { timeoutMs: 100 })).toMatchObject({
      ok: false,
      code: 0,
      error: { errorCode: 'timeout', errorMessage: expect.stringContaining('100 ms') },
    });
  });

  test('that does not end in time is a timeout, too', async () => {
    server.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"user":');
    };
    expect(await call({}, { timeoutMs: 100 })).toMatchObject({
      ok: false,
      code: 0,
      error: { errorCode: 'timeout' },
    });
  });

  test('cut off by a broken connection is a network failure', async () => {
    server.answer = (_request, response) => response.socket?.destroy();
    expect(await call({})).toMatchObject({ ok: false, code: 0, error: { errorCode: 'network' } });
  });

  test('from a port on which no server listens is a network failure', async () => {
    const other = await startRecordingServer();
    await other.close();
    expect(await call({}, { baseUrl: other.url })).toMatchObject({
      ok: false,
      code: 0,
      error: { errorCode: 'network', errorMessage: expect.stringContaining('ECONNREFUSED') },
    });
  });
});
