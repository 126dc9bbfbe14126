import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onPostgres } from '../../test/engine.ts';
import { chooseCores } from '../machine.ts';
import { workloads } from '../operations/workloads.ts';
import { newPlace, type Place } from '../place.ts';
import { setUp, signInUsers } from '../population.ts';
import { type PreparedSession, sessionIn } from '../prepared-session.ts';
import { get, type Response, send } from '../requests.ts';
import { type ServerProcess, serve, serveBeside } from '../server-process.ts';
import { projectId } from '../settings.ts';
import { prepareFloor } from './database.ts';

const folder = mkdtempSync(join(tmpdir(), 'latchkey-floor-'));
const latchkey: Record<string, unknown> = {};
let floor: ServerProcess;
let sessions: PreparedSession[];
const loadedUser = { loginId: 'user1@bench.example' };

beforeAll(async () => {
  const { all } = chooseCores();
  const place: Place = await newPlace(onPostgres ? 'postgres' : 'sqlite', folder);
  const server = await serve(place, all);
  await setUp(server.baseUrl, { users: 30 });
  sessions = await signInUsers(server.baseUrl, { users: 30, sessions: 2 });
  latchkey['load'] = JSON.parse((await ask('load', loadedUser, server)).body);
  latchkey['list'] = JSON.parse((await ask('list', undefined, server)).body);
  latchkey['me'] = JSON.parse((await ask('me', sessions[0], server)).body);
  await server.stop();
  floor = await serveBeside(new URL('./server.ts', import.meta.url), place, await prepareFloor(place), all);
});

afterAll(async () => {
  await floor.stop();
  rmSync(folder, { recursive: true });
});

test('the floor answers reads as Latchkey does', async () => {
  expect(await answer('load', loadedUser)).toEqual(latchkey['load']);
  expect(await answer('me', sessions[0])).toEqual(latchkey['me']);
  const { users, total, nextCursor } = latchkey['list'] as {
    users: unknown[];
    total: number;
    nextCursor: string;
  };
  expect(await answer('list', undefined)).toEqual({ users, total, nextCursor: expect.any(String) });
  expect(nextCursor).toEqual(expect.any(String));
});

test('one of several creations with the same login ID succeeds, and the total counts it once', async () => {
  const { total } = (await answer('list', undefined)) as { total: number };
  const loginId = 'new@bench.example';
  const responses = await Promise.all(Array.from({ length: 4 }, () => ask('create', loginId)));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  const { body } = responses.find(({ status }) => status === 200)!;
  expect(await answer('load', { loginId })).toEqual(JSON.parse(body));
  expect(await answer('list', undefined)).toMatchObject({ total: total + 1 });
});

test('a refresh token counts once, and its successor is valid', async () => {
  const responses = await Promise.all([ask('refresh', sessions[1]), ask('refresh', sessions[1])]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 401]);
  const next = sessionIn(responses.find(({ status }) => status === 200)!.body);
  expect(await answer('me', next)).toMatchObject({ userId: sessions[1]!.userId });
});

test('the floor refuses wrong credentials', async () => {
  const bearer = (credential: string) => ({ authorization: `Bearer ${projectId}:${credential}` });
  const [head, payload, signature] = sessions[0]!.refreshJwt.split('.');
  const forged = `${head}.${payload}.${signature!.split('').reverse().join('')}`;
  for (const [path, credential] of [
    ['/v1/mgmt/user?loginId=user1@bench.example', 'another key'],
    ['/v1/auth/me', forged],
  ] as const) {
    const { status } = await send(floor.baseUrl, { ...get(path), headers: bearer(credential) });
    expect(status).toBe(401);
  }
});

function ask(name: string, subject: unknown, server = floor): Promise<Response> {
  return send(server.baseUrl, workloads.find((one) => one.name === name)!.request(subject));
}

async function answer(name: string, subject: unknown): Promise<unknown> {
  const { status, body } = await ask(name, subject);
  expect(status).toBe(200);
  return JSON.parse(body);
}
