import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startReceiver } from './counterparts/http-receiver.ts';
import { type CollectedSpan, type Collector, startCollector } from './counterparts/otlp-collector.ts';
import { onPostgres } from './engine.ts';
import { type Latchkey, startLatchkey } from './harness.ts';
import { connectTenant, createIdentityProvider, SsoBrowser } from './identity-provider.ts';
import { codeSentTo } from './messages.ts';
import { password, passwordsOf } from './passwords.ts';
import { samlRounds } from './saml-rounds.ts';
import { loggedLines } from './server-log.ts';

let collector: Collector;
let latchkey: Latchkey;
let loginId: string;
let counter = 0;

/** The settings of a server that sends each span at once. */
const settings = () => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20c2VjcmV0',
  OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test%20stage,team=access',
  OTEL_BSP_SCHEDULE_DELAY: '1',
  LATCHKEY_ACCESS_LOG: 'true',
  LATCHKEY_LOG: 'json:info',
});

beforeAll(async () => {
  collector = await startCollector();
  latchkey = await startLatchkey(settings());
});
afterAll(async () => {
  await latchkey?.close();
  await collector?.close();
});
beforeEach(() => {
  counter += 1;
  loginId = `ada${counter}@example.com`;
});

const { signIn, createWithPassword } = passwordsOf(() => ({ latchkey, loginId }));

const newTraceId = () => randomBytes(16).toString('hex');
const callerId = randomBytes(8).toString('hex');
const inTrace = (traceId: string, flags = '01') => ({ traceparent: `00-${traceId}-${callerId}-${flags}` });

/** Sends a request in a new trace and returns its spans. The span of the request ends last. */
async function traced(send: (headers: Record<string, string>) => Promise<unknown>): Promise<CollectedSpan[]> {
  const traceId = newTraceId();
  await send(inTrace(traceId));
  return spansOf(traceId);
}

async function spansOf(traceId: string): Promise<CollectedSpan[]> {
  const spans = () => collector.spans.filter((span) => span.traceId === traceId);
  await expect.poll(() => spans().filter(({ kind }) => kind === 'SERVER')).toHaveLength(1);
  return spans();
}

function signInWith(headers: Record<string, string>, typed = password) {
  const body = { loginId, password: typed };
  return latchkey.request('POST', '/v1/auth/password/signin', { headers, body });
}

/** Returns the names of spans as a tree, children in the order of their start. */
function treeOf(spans: CollectedSpan[], parentId = callerId): Tree {
  const children = spans.filter((span) => span.parentId === parentId);
  return children.map(({ name, spanId }) => [name, treeOf(spans, spanId)]);
}

type Tree = [name: string, below: Tree][];

describe('a request', () => {
  test('is a trace: a sign-in with a password has its statements, its transaction and its hash', async () => {
    await createWithPassword();
    const spans = await traced(signInWith);
    const [[root, below], ...others] = treeOf(spans) as [Tree[number]];
    expect([root, others]).toEqual(['POST /v1/auth/password/signin', []]);
    const names = below.map(([name]) => name);
    expect(names.filter((name) => name === 'hash password')).toHaveLength(1);
    expect(names).toContain('transaction');
    const [, steps] = below.find(([name]) => name === 'transaction')!;
    expect(steps[0]?.[0]).toBe('BEGIN');
    expect(steps.map(([name]) => name)).toContain('INSERT sessions');
    expect(steps.at(-1)?.[0]).toBe('COMMIT');
    // No span has lost its place.
    expect(JSON.stringify(treeOf(spans)).match(/"/g)).toHaveLength(2 * spans.length);
    expect(spans.filter(({ hasFailed }) => hasFailed)).toEqual([]);
  });

  test('is described by the semantic conventions, with its route and without its address', async () => {
    const spans = await traced((headers) =>
      latchkey.request('GET', `/v1/mgmt/user?loginId=${loginId}`, {
        bearer: `${latchkey.projectId}:${latchkey.managementKey}`,
        headers,
      }),
    );
    const server = spans.find(({ kind }) => kind === 'SERVER');
    expect(server).toMatchObject({ name: 'GET /v1/mgmt/user', parentId: callerId, hasFailed: false });
    expect(server?.attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/v1/mgmt/user',
      'url.path': '/v1/mgmt/user',
      'url.scheme': 'http',
      'server.address': '127.0.0.1',
      'server.port': Number(new URL(latchkey.baseUrl).port),
      'network.protocol.version': '1.1',
      'http.response.status_code': 404,
      'latchkey.project.id': latchkey.projectId,
    });
    const statement = spans.find(({ name }) => name === 'SELECT managementKeys');
    expect(statement?.attributes).toEqual({
      'db.system.name': onPostgres ? 'postgresql' : 'sqlite',
      'db.operation.name': 'SELECT',
      'db.collection.name': 'managementKeys',
      'db.query.summary': 'SELECT managementKeys',
      'db.query.text': expect.stringMatching(onPostgres ? /^select .*\$1/ : /^select .*\?/),
      ...(onPostgres && {
        'db.namespace': expect.any(String),
        'server.address': expect.any(String),
        'server.port': expect.any(Number),
      }),
    });
  });

  test('keeps its spans when others arrive with it', async () => {
    const load = (headers: Record<string, string>) =>
      latchkey.request('GET', `/v1/mgmt/user?loginId=${loginId}`, {
        bearer: `${latchkey.projectId}:${latchkey.managementKey}`,
        headers,
      });
    const alone = treeOf(await traced(load));
    const together = await Promise.all(Array.from({ length: 20 }, () => traced(load)));
    for (const spans of together) expect(treeOf(spans)).toEqual(alone);
  });

  test('of a path that is no route is named after its method only', async () => {
    const spans = await traced((headers) =>
      latchkey.request('GET', `/secret-path-${counter}?secret-query`, { headers }),
    );
    expect(spans[0]).toMatchObject({ name: 'GET', attributes: { 'http.response.status_code': 404 } });
    expect(collector.hasReceived('secret-path')).toBe(false);
  });

  test('is not recorded when its caller does not record the trace, and starts its own trace without one', async () => {
    const unsampled = newTraceId();
    await latchkey.request('GET', '/healthz', { headers: inTrace(unsampled, '00') });
    const before = collector.spans.length;
    await latchkey.request('GET', '/healthz', { headers: { traceparent: '00-0-0-01' } });
    const own = () => collector.spans.slice(before).filter(({ parentId }) => parentId === '');
    await expect.poll(own).toHaveLength(1);
    expect(own()[0]?.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(collector.spans.some(({ traceId }) => traceId === unsampled)).toBe(false);
  });

  test('has log lines with the IDs of its span', async () => {
    const [span] = await traced((headers) => latchkey.request('GET', '/healthz', { headers }));
    const line = loggedLines()
      .split('\n')
      .find((line) => line.includes(span!.traceId));
    expect(JSON.parse(line!)).toMatchObject({
      msg: 'request',
      route: '/healthz',
      trace_id: span!.traceId,
      span_id: span!.spanId,
    });
  });

  test('keeps its spans while others wait for the same hashes and the same writer', async () => {
    await createWithPassword();
    // No more than the free attempts of an account: further ones are refused until one of them has succeeded.
    const together = await Promise.all(Array.from({ length: 5 }, () => traced(signInWith)));
    for (const spans of together) {
      // What is read once for all of them is in one trace only.
      const own = ['hash password', 'BEGIN', 'INSERT sessions', 'COMMIT', 'INSERT passwordAttempts'];
      const names = spans.map(({ name }) => name);
      expect(own.map((name) => names.filter((each) => each === name).length)).toEqual([1, 1, 1, 1, 1]);
      expect(JSON.stringify(treeOf(spans)).match(/"/g)).toHaveLength(2 * spans.length);
    }
  });
});

test('the spans name the server, its version and its process, and the operator’s own attributes', async () => {
  const [span] = await traced((headers) => latchkey.request('GET', '/healthz', { headers }));
  expect(span!.resource).toMatchObject({
    'service.name': 'latchkey',
    'service.version': expect.stringMatching(/^\d/),
    'service.instance.id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'deployment.environment.name': 'test stage',
    team: 'access',
    'telemetry.sdk.language': 'nodejs',
  });
  expect(collector.headers).toMatchObject({
    authorization: 'Basic c2VjcmV0',
    'content-type': 'application/x-protobuf',
  });
});

test('no span contains what a person or an application sends or receives', async () => {
  const user = await createWithPassword();
  const secrets: string[] = [];
  await traced(async (headers) => {
    const { body } = await signInWith(headers);
    secrets.push(body.sessionJwt, body.refreshJwt);
  });
  await traced((headers) => signInWith(headers, 'a wrong password 57'));
  await latchkey.request('POST', '/v1/auth/otp/signin/email', { body: { loginId } });
  const code = await codeSentTo(latchkey, loginId);
  await traced((headers) =>
    latchkey.request('POST', '/v1/auth/otp/verify/email', { headers, body: { loginId, code } }),
  );
  await traced((headers) =>
    latchkey.request('POST', '/v1/auth/refresh', {
      headers,
      bearer: `${latchkey.projectId}:${secrets.at(1)}`,
    }),
  );
  // The second creation fails in the database, whose error repeats the value.
  for (const displayName of ['Ada Lovelace', 'Ada Lovelace again']) {
    await traced((headers) =>
      latchkey.request('POST', '/v1/mgmt/user/create', {
        bearer: `${latchkey.projectId}:${latchkey.managementKey}`,
        headers,
        body: { loginId: `second-${loginId}`, displayName },
      }),
    );
  }
  const sent = [
    loginId,
    password,
    'a wrong password 57',
    code,
    latchkey.managementKey,
    user.userId,
    'Ada Lovelace',
  ];
  for (const secret of [...sent, ...secrets])
    expect([secret, collector.hasReceived(secret)]).toEqual([secret, false]);
  expect(collector.spans.flatMap(({ texts }) => texts)).toEqual([]);
});

describe('a message', () => {
  test('is delivered in a trace of its own, with a link to the request that caused it', async () => {
    await createWithPassword();
    const spans = await traced((headers) =>
      latchkey.request('POST', '/v1/auth/otp/signin/email', { headers, body: { loginId } }),
    );
    await latchkey.sendMessages();
    const request = spans.find(({ kind }) => kind === 'SERVER')!;
    const delivery = () => collector.spans.find(({ links }) => links.some(isTo(request)));
    await expect.poll(delivery).toBeDefined();
    const { traceId, spanId, ...delivered } = delivery()!;
    expect(delivered).toMatchObject({
      name: 'deliver email',
      kind: 'CONSUMER',
      parentId: '',
      attributes: {
        'latchkey.project.id': latchkey.projectId,
        'latchkey.message.kind': 'otp',
        'latchkey.message.attempt': 1,
        'latchkey.message.outcome': 'sent',
      },
    });
    expect(traceId).not.toBe(request.traceId);
    const below = collector.spans.filter(({ parentId }) => parentId === spanId).map(({ name }) => name);
    expect(below).toContain('UPDATE outbox');
  });

  test('to another server is a span with its host only, and the server does not learn the trace', async () => {
    const receiver = await startReceiver(() => ({ status: 500 }));
    try {
      const url = `${receiver.url}/secret-hook-path?secret-hook-query`;
      const { body } = await latchkey.manage('POST', '/v1/mgmt/webhook/create', {
        name: 'Ours',
        url,
        events: [],
      });
      await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId });
      await latchkey.sendMessages();
      const outgoing = () => collector.spans.filter(({ name }) => name === 'POST');
      await expect.poll(outgoing).not.toEqual([]);
      const delivery = () => collector.spans.find(({ spanId }) => spanId === outgoing()[0]!.parentId);
      await expect.poll(delivery).toBeDefined();
      await latchkey.manage('POST', '/v1/mgmt/webhook/delete', { id: body.webhook.id });
      expect(outgoing()[0]).toMatchObject({ kind: 'CLIENT', hasFailed: true });
      expect(outgoing()[0]!.attributes).toEqual({
        'http.request.method': 'POST',
        'http.response.status_code': 500,
        'error.type': '500',
        'server.address': '127.0.0.1',
        'server.port': Number(new URL(receiver.url).port),
      });
      expect(delivery()).toMatchObject({
        name: 'deliver webhook',
        hasFailed: true,
        attributes: { 'latchkey.message.outcome': 'retried', 'error.type': 'DeliveryError' },
      });
      expect(receiver.requests[0]?.headers).not.toHaveProperty('traceparent');
      expect(collector.hasReceived('secret-hook')).toBe(false);
    } finally {
      await receiver.close();
    }
  });
});

test('the verification of a SAML response is a span of the request that brings it', async () => {
  const idp = await createIdentityProvider(latchkey, 'https://idp.corp.example');
  await connectTenant(latchkey, 'acme', idp);
  const browser = new SsoBrowser(latchkey);
  await samlRounds(() => ({ latchkey, idp, browser, tenant: 'acme', counter })).signIn();
  const verification = () => collector.spans.find(({ name }) => name === 'verify SAML response');
  const parent = () => collector.spans.find(({ spanId }) => spanId === verification()?.parentId);
  await expect.poll(parent).toBeDefined();
  expect(parent()?.name).toBe('POST /v1/auth/saml/acs');
});

test('a collector that refuses, or does not answer, delays no request and is logged once', async () => {
  await createWithPassword();
  const warnings = () =>
    loggedLines()
      .split('\n')
      .filter((line) => line.includes('cannot be exported'));
  try {
    collector.answer = 400;
    const before = collector.exports;
    for (let i = 0; i < 3; i += 1) expect((await signIn()).status).toBe(200);
    await expect.poll(() => collector.exports).toBeGreaterThan(before + 2);
    await expect.poll(warnings).toHaveLength(1);
    expect(JSON.parse(warnings()[0]!)).toMatchObject({
      level: 'warn',
      collector: new URL(collector.url).host,
    });
    expect(warnings()[0]).not.toContain('trace_id');
    collector.answer = 200;
    await latchkey.request('GET', '/healthz');
    await expect.poll(loggedLines).toContain('traces are exported again');
    collector.answer = 'nothing';
    for (let i = 0; i < 3; i += 1) expect((await signIn()).status).toBe(200);
    expect(warnings()).toHaveLength(1);
  } finally {
    collector.answer = 200;
    collector.hangUp();
  }
});

test('without an endpoint nothing is recorded', async () => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: _, ...others } = settings();
  const quiet = await startLatchkey(others);
  try {
    expect(quiet.service.tracing).toBeUndefined();
    await quiet.request('GET', '/healthz', { headers: inTrace(newTraceId()) });
    await expect.poll(loggedLines).toContain('"route"');
    expect(loggedLines()).not.toContain('trace_id');
  } finally {
    await quiet.close();
  }
});

function isTo({ traceId, spanId }: CollectedSpan) {
  return (link: { traceId: string; spanId: string }) => link.traceId === traceId && link.spanId === spanId;
}
