import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import createSdk from '@descope/node-sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../../../client/client.ts';
import { endpoints } from '../../../groups.ts';
import type { Endpoint } from '../../endpoint.ts';
import { createReference } from './reference.ts';
import { callOf, exampleRequest, queryText } from './samples.ts';

interface Received {
  method: string;
  path: string;
  query: string;
  body: unknown;
}

/** Keeps the last request, and answers as a service that says nothing. */
let received: Received | undefined;
const server = createServer(async (request, response) => {
  const { pathname, search } = new URL(request.url!, 'http://localhost');
  const body = await text(request);
  received = {
    method: request.method!,
    path: pathname,
    query: search,
    body: body === '' ? {} : JSON.parse(body),
  };
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});
let options: { projectId: string; managementKey: string; baseUrl: string };
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const projectId = `P2${'abcdefghij'.repeat(3).slice(0, 26)}`;
  options = { projectId, managementKey: 'K'.repeat(30), baseUrl: `http://127.0.0.1:${port}` };
});
afterAll(() => server.close());

/** Runs a call as a reader who copies it. */
async function requestOf(call: string, client: unknown): Promise<Received | undefined> {
  received = undefined;
  const tokens = { refreshJwt: 'refresh', sessionJwt: 'session', accessKey: 'key' };
  const names = ['client', ...Object.keys(tokens)];
  const run = new Function(...names, `return (async () => { ${call} })();`);
  // What the response lacks is an error of its own.
  await Promise.resolve(run(client, ...Object.values(tokens))).catch(() => undefined);
  return received;
}

/** Reports whether the request is the one that the page shows, whatever else an SDK adds. */
function isShown(request: Received | undefined, endpoint: Endpoint): boolean {
  const { query, body } = exampleRequest(endpoint);
  const isRoute =
    request?.method === endpoint.method &&
    [endpoint.path, ...(endpoint.otherPaths ?? [])].includes(request.path);
  if (!isRoute) return false;
  const sent = new URLSearchParams(request.query);
  const hasQuery = [...new URLSearchParams(queryText(query))].every(([name, value]) =>
    sent.getAll(name).includes(value),
  );
  return hasQuery && contains(request.body, body ?? {});
}

function contains(sent: unknown, shown: unknown): boolean {
  if (typeof shown !== 'object' || shown === null) return sent === shown;
  if (typeof sent !== 'object' || sent === null) return false;
  return Object.entries(shown).every(([name, value]) =>
    contains((sent as Record<string, unknown>)[name], value),
  );
}

test('every call of the client that a page shows sends the request that it shows', async () => {
  const wrong: string[] = [];
  for (const endpoint of endpoints.filter(({ isOutsideClient }) => !isOutsideClient)) {
    const call = callOf(endpoint, 'client');
    const request = await requestOf(call, createClient(options));
    if (!isShown(request, endpoint)) wrong.push(`${call} sends ${JSON.stringify(request)}`);
  }
  expect(wrong).toEqual([]);
});

test('the pages show the call of the Node SDK where it sends the same request', async () => {
  const same: string[] = [];
  for (const endpoint of endpoints) {
    const request = await requestOf(callOf(endpoint, 'client'), createSdk(options));
    if (isShown(request, endpoint)) same.push(endpoint.name);
  }
  await expect(`${same.sort().join('\n')}\n`).toMatchFileSnapshot('node-sdk-methods.txt');
  expect(same.length).toBeGreaterThan(100);
});

test('every operation is in a group with a title', () => {
  const { groups, operations } = createReference(endpoints);
  const grouped = groups.flatMap(({ operations }) => operations);
  expect(grouped.length).toBe(endpoints.length);
  expect(groups.filter((group) => group.operations.length === 0)).toEqual([]);
  expect(groups.filter(({ name }) => operations.has(name))).toEqual([]);
});
