import type { CompiledQuery, QueryResult } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { enter } from '../test/audit-log.ts';
import { newEmail } from '../test/codes.ts';
import { type Latchkey, startLatchkey } from '../test/harness.ts';
import { administrationProjectId } from './core/administration.ts';
import { createCache } from './core/cache.ts';
import type { ServiceContext } from './core/context.ts';
import { enqueueMessage } from './delivery/outbox.ts';
import { startSender } from './delivery/sender.ts';
import { countDueRows } from './delivery/store.ts';
import { foldAll } from './domain/directory/users/search/fold-soon.ts';
import { readDueProviders } from './domain/federation/sso/reading/read-daily.ts';
import { lookAtDueDomains } from './domain/federation/tenant-domains/look-again.ts';
import { buildAllBlocks } from './domain/project/audit/blocks/build-blocks.ts';
import { sealRound } from './domain/project/audit/sealing/start-sealing.ts';
import { startStreaming } from './domain/project/audit-streams/start-streaming.ts';
import { listAllowedOrigins } from './domain/project/projects/load-project.ts';
import { sweep } from './groups.ts';
import { operationsOf } from './operations.ts';
import { databaseOn, type Engine } from './storage/executor.ts';
import { Nodes } from './storage/nodes.ts';
import { leavesOutUnreachable, ofReachableProjects, ReachableProjects } from './storage/reachable.ts';
import { acrossProjects } from './storage/scope.ts';
import { transaction } from './storage/transaction.ts';

// On a single PostgreSQL, this does what Citus does when a worker is down: a statement for all projects fails, and one for projects of the other worker
// does not. `npm run test:citus-nodes` does the same with real workers. The statements are those of PostgreSQL only.

let latchkey: Latchkey;
let lost: { projectId: string; managementKey: string };
let nodes: ReturnType<typeof brokenNodes>;

beforeAll(async () => {
  latchkey = await startLatchkey();
  lost = await latchkey.addProject();
  nodes = brokenNodes(latchkey, [latchkey.projectId, administrationProjectId]);
});
afterAll(() => latchkey.close());
beforeEach(() => nodes.restore());

test('a code that expires on each node: that of the other node is deleted, and the one of the lost node when it is back', async () => {
  const loginId = newEmail();
  for (const bearer of [latchkey.projectId, lost.projectId])
    expect(
      await latchkey.request('POST', '/v1/auth/otp/signup/email', { bearer, body: { loginId } }),
    ).toMatchObject({ status: 200 });
  latchkey.advance(48 * 60 * 60_000);
  nodes.state.isDown = true;
  await sweep(nodes.service);
  expect(await projectsIn('challenges')).toEqual([lost.projectId]);
  await nodes.restore();
  await sweep(nodes.service);
  expect(await projectsIn('challenges')).toEqual([]);
});

test('messages that no instance was woken for are sent for the other node', async () => {
  const to = newEmail();
  for (const projectId of [latchkey.projectId, lost.projectId]) await enqueueSilently(projectId, to);
  nodes.state.isDown = true;
  await sendAll();
  expect(await waitingFor(to)).toEqual([lost.projectId]);
  await nodes.restore();
  await sendAll();
  expect(await waitingFor(to)).toEqual([]);
});

test('audit events of the other node are sealed, counted and streamed', async () => {
  const body = { loginId: newEmail() };
  await latchkey.manage('POST', '/v1/mgmt/user/create', body);
  const bearer = `${lost.projectId}:${lost.managementKey}`;
  await latchkey.request('POST', '/v1/mgmt/user/create', { bearer, body });
  nodes.state.isDown = true;
  await seal();
  expect(await unsealed()).toEqual([lost.projectId]);
  await nodes.restore();
  await seal();
  expect(await unsealed()).toEqual([]);
});

test('every other round goes on, and so do the metrics', async () => {
  const { service, state } = nodes;
  state.isDown = true;
  await readDueProviders(service);
  await lookAtDueDomains(service);
  await buildAllBlocks(service);
  await foldAll(service);
  await countDueRows(service.db, { now: service.now(), limit: 8, busyProjects: [lost.projectId] });
  const streaming = startStreaming(service, 2 ** 31 - 1);
  await streaming.idle();
  await streaming.stop();
  const backlog = await operationsOf({ ...latchkey.service, ...service }).readBacklog();
  expect(backlog).toMatchObject({ waitingMessages: expect.any(Number), auditLagSeconds: expect.any(Number) });
});

test('while all nodes respond, and on a database of one node, there is no other statement', async () => {
  const { service, state, nodes } = brokenNodes(latchkey, [latchkey.projectId]);
  await sweep(service);
  const { sent } = state;
  nodes.isOnCitus = false;
  await sweep(service);
  expect(state).toMatchObject({ asked: 0, sent: 2 * sent });
  state.isDown = true;
  await expect(sweep(service)).rejects.toMatchObject({ code: '08006' });
  expect(state.asked).toBe(0);
});

test('without any node, the work fails instead of doing nothing', async () => {
  const none = brokenNodes(latchkey, undefined);
  none.state.isDown = true;
  await expect(sweep(none.service)).rejects.toMatchObject({ code: '08006' });
});

test('a preflight is checked against the projects of the other node, and with one statement on a database of one node', async () => {
  const origin = 'https://app.example.com';
  const body = { allowedOrigins: [origin] };
  expect(await latchkey.manage('POST', '/v1/mgmt/project/settings', body)).toMatchObject({ status: 200 });
  const isolated = () => ({ ...nodes.service, cache: createCache(latchkey.service.now) });
  nodes.state.isDown = true;
  expect(await listAllowedOrigins(isolated())).toEqual([origin]);
  nodes.nodes.isOnCitus = false;
  const { sent } = nodes.state;
  await expect(listAllowedOrigins(isolated())).rejects.toMatchObject({ code: '08006' });
  nodes.nodes.isOnCitus = true;
  expect(nodes.state.sent).toBe(sent + 1);
});

test('of many projects, each has its turn', async () => {
  const some = Array.from({ length: 29_000 }, (_, index) => `P${index}`);
  const seen = new Set<string>();
  const names = ['one', 'other'];
  const nodes = new Nodes(async () => names.map((name) => ({ ...node, name, isReachable: name === 'one' })));
  nodes.isOnCitus = true;
  const projects = new ReachableProjects(
    async (query) => {
      if (query.sql.includes('master_run_on_worker'))
        return { rows: [{ success: true, ids: JSON.stringify(some) }] as never[] };
      if (!query.sql.includes('= any($')) throw Object.assign(new Error('no connection'), { code: '08006' });
      const [ids] = query.parameters as [string[]];
      expect(ids).toHaveLength(10_000);
      for (const id of ids) seen.add(id);
      return { rows: [] };
    },
    nodes,
    0,
  );
  const { db } = latchkey.service;
  const query = ofReachableProjects(db).selectFrom('projects').select('id').compile();
  for (let round = 0; seen.size < some.length; round += 1) {
    expect(round).toBeLessThan(200);
    await projects.run(query);
  }
});

async function enqueueSilently(projectId: string, to: string): Promise<void> {
  const ctx = await enter(latchkey, projectId);
  // Written without waking a sender, as by a process that ended right after its commit.
  const silent = { ...ctx, outbox: { wake() {}, onWake: () => () => {} } };
  await transaction(silent, (ctx) => enqueueMessage(ctx, { kind: 'test', channel: 'email', to, data: {} }));
}

async function sendAll(): Promise<void> {
  const sender = startSender(nodes.service);
  await sender.idle();
  await sender.stop();
}

async function seal(): Promise<void> {
  await sealRound({ service: nodes.service, holder: 'one-node-down', isStopping: false });
}

async function projectsIn(table: 'challenges'): Promise<string[]> {
  const rows = await acrossProjects(latchkey.service.db)
    .selectFrom(table)
    .select('projectId')
    .distinct()
    .execute();
  return rows.map(({ projectId }) => projectId);
}

async function waitingFor(to: string): Promise<string[]> {
  const rows = await acrossProjects(latchkey.service.db)
    .selectFrom('outbox')
    .select('projectId')
    .where('recipient', '=', to)
    .where('status', '=', 'waiting')
    .execute();
  return rows.map(({ projectId }) => projectId);
}

async function unsealed(): Promise<string[]> {
  const rows = await acrossProjects(latchkey.service.db)
    .selectFrom('auditEvents')
    .select('projectId')
    .where('sequence', 'is', null)
    .distinct()
    .execute();
  return rows.map(({ projectId }) => projectId);
}

const listsProjects = /^select \* from "projects" where "importStartedAt" is null/;

/** It refuses connections. */
const node = { isCutOff: false, shards: [] };

/** Returns the service on a database whose node with all projects but these can be switched off; without any, all nodes. */
function brokenNodes(latchkey: Latchkey, reachable: string[] | undefined) {
  const { engine } = latchkey.service.db.getExecutor() as unknown as { engine: Engine };
  const state = { isDown: false, asked: 0, sent: 0 };
  const nodes = new Nodes(async () => {
    state.asked += 1;
    return [
      { ...node, name: 'one', isReachable: reachable !== undefined || !state.isDown },
      { ...node, name: 'other', isReachable: !state.isDown },
    ];
  });
  nodes.isOnCitus = true;
  const run = async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
    if (query.sql.includes('master_run_on_worker'))
      return { rows: (reachable ? [{ success: true, ids: JSON.stringify(reachable) }] : []) as R[] };
    state.sent += 1;
    if (state.isDown && !query.sql.includes('= any($'))
      throw Object.assign(new Error('connection to the remote node failed'), { code: '08006' });
    return engine.run<R>(query);
  };
  const projects = new ReachableProjects(run, nodes, 0);
  const db = databaseOn(
    {
      ...engine,
      nodes,
      run(query) {
        if (leavesOutUnreachable(query)) return projects.run(query);
        return listsProjects.test(query.sql) ? run(query) : engine.run(query);
      },
    },
    [],
  );
  return {
    state,
    nodes,
    service: { ...latchkey.service, db } as ServiceContext,
    /** As the driver does every second while a node does not respond. */
    async restore() {
      state.isDown = false;
      await nodes.ask();
    },
  };
}
