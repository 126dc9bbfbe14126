import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HttpReceiver, startReceiver } from '../counterparts/http-receiver.ts';
import { manage } from '../failover/load.ts';
import { startServer } from '../latchkey-process.ts';
import { query, type TestCluster, type TestProject } from './cluster.ts';

/** Longer than a minute, after which there is a sweep. */
const patienceMilliseconds = 90_000;
/** The holder of the lease for sealing may be an instance that has ended. */
const leaseMilliseconds = 10_000;

const failures =
  /(?:sweeping|reading|domains|blocks|indexing|sealing the audit log|folding changes into the search index) failed|cannot be read/g;

/**
 * Leaves work in projects whose worker responds, while another one is down, and waits until it was done: what an instance does for all
 * projects at once. Returns what was not.
 */
export async function verifyWork(
  { url, server }: TestCluster,
  projects: TestProject[],
  downSince: number,
): Promise<string[]> {
  const receivers = new Map<string, HttpReceiver>();
  const logged = server.output().length;
  for (const project of projects) {
    // The poll finds the second attempt. The first one is made at once.
    const receiver = await startReceiver((_, count) => ({ status: count === 1 ? 503 : 204 }));
    receivers.set(project.projectId, receiver);
    await succeed(project, 'webhook/create', {
      name: randomUUID(),
      url: receiver.url,
      events: ['tenant.created'],
    });
    await succeed(project, 'tenant/create', { name: randomUUID() });
    await query(
      url,
      `insert into "dpopProofs" ("projectId", "proofHash", "expiresAt") values ($1, 'expired', 1)`,
      [project.projectId],
    );
  }
  const checks: Record<string, (projectId: string) => Promise<boolean>> = {
    'sent its message again': async (projectId) => receivers.get(projectId)!.requests.length > 1,
    'sealed its events': async (projectId) => {
      const sealed = await query(
        url,
        `select 1 from "auditEvents" where "projectId" = $1 and sequence is not null and "occurredAt" > $2 limit 1`,
        [projectId, downSince + leaseMilliseconds],
      );
      return sealed.length > 0;
    },
    'removed what has expired': async (projectId) => {
      const left = await query(
        url,
        `select 1 from "dpopProofs" where "projectId" = $1 and "proofHash" = 'expired'`,
        [projectId],
      );
      return left.length === 0;
    },
  };
  const until = performance.now() + patienceMilliseconds;
  const missing: string[] = [];
  for (const [name, isDone] of Object.entries(checks)) {
    for (const { projectId } of projects) {
      while (!(await isDone(projectId)) && performance.now() < until) await sleep(200);
      if (!(await isDone(projectId)))
        missing.push(`no instance ${name} while a worker was down: ${projectId}`);
    }
  }
  for (const receiver of receivers.values()) await receiver.close();
  const failed = server.output().slice(logged).match(failures) ?? [];
  const seconds = Math.round((Date.now() - downSince) / 1_000);
  console.log(
    `The work for all projects went on: messages, seals and sweeps of ${projects.length} projects, within ${seconds} s.`,
  );
  if (failed.length > 0)
    missing.push(`work for all projects failed ${failed.length} times: ${[...new Set(failed)].join(', ')}`);
  return missing;
}

/** Starts another instance while a worker is down, whose projects include that of the environment. It must serve those of the other workers. */
export async function verifyStart({ env }: TestCluster, project: TestProject): Promise<string[]> {
  const server = await startServer({ env });
  try {
    const { status } = await manage(
      { ...project, baseUrl: server.start.baseUrl, observe: () => {} },
      '/v1/mgmt/role/all',
    );
    const preflight = await fetch(`${server.start.baseUrl}/v1/auth/validate`, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example.com', 'access-control-request-method': 'POST' },
    });
    const seen = [status, preflight.status];
    console.log(`An instance that started meanwhile answered with ${seen.join(' and ')}.`);
    return seen.every((one) => one < 300)
      ? []
      : [`an instance that started while a worker was down: ${seen.join(', ')}`];
  } finally {
    server.kill('SIGTERM');
    await server.exited;
  }
}

async function succeed(project: TestProject, path: string, body: object): Promise<void> {
  const { status, body: answer } = await manage(project, `/v1/mgmt/${path}`, body);
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`);
}
