import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** One of the instances that share the database. */
export interface Target {
  baseUrl: string;
  projectId: string;
  managementKey: string;
  /** Sees every response. */
  observe?(answer: Observed): void;
}

export interface Observed {
  /** 0 if there was no response. */
  status: number;
  milliseconds: number;
  /** The header Retry-After, if there is one. */
  retryAfter: string | null;
  path: string;
}

/** The acknowledged writes, and what contradicts them. */
export interface Ledger {
  /** Login IDs of users whose creation was acknowledged. */
  created: string[];
  /** The last acknowledged name of each user who is renamed, and the names that were sent since. */
  names: Map<string, { acknowledged: string; sent: string[] }>;
  /** Links whose use was acknowledged, with the refresh JWT of the session. */
  used: { token: string; refreshJwt: string }[];
  violations: string[];
  /** The time of the last acknowledged write of each target. */
  lastWriteAt: Map<Target, number>;
}

export function emptyLedger(): Ledger {
  return { created: [], names: new Map(), used: [], violations: [], lastWriteAt: new Map() };
}

interface Answer {
  /** 0 if there was no response. */
  status: number;
  body: Record<string, unknown>;
}

const requestMilliseconds = 15_000;
const pauseMilliseconds = 100;

/** Lets this machine send as many requests as it likes. */
export async function liftLimits(target: Target): Promise<void> {
  const { status } = await manage(target, '/v1/mgmt/project/settings', {
    unlimitedAddresses: ['127.0.0.0/8'],
  });
  if (status !== 200) throw new Error(`the settings were answered with ${status}`);
}

/** Writes to all targets until `signal` is aborted. */
export async function writeUntil(signal: AbortSignal, targets: Target[], ledger: Ledger): Promise<void> {
  const writers = targets.flatMap((target) => [
    repeat(signal, () => createUser(target, ledger)),
    repeat(signal, renamer(target, ledger)),
  ]);
  writers.push(repeat(signal, () => createTogether(targets, ledger)));
  writers.push(repeat(signal, linkUser(targets, ledger)), repeat(signal, linkUser(targets, ledger)));
  await Promise.all(writers);
}

/** Compares the database with the ledger. Each target must agree. */
export async function verify(targets: Target[], ledger: Ledger): Promise<void> {
  for (const [index, loginId] of ledger.created.entries()) {
    const target = targets[index % targets.length]!;
    const { status } = await patiently(() => manage(target, `/v1/mgmt/user?loginId=${loginId}`));
    if (status !== 200)
      ledger.violations.push(`the creation of ${loginId} was acknowledged and lost (${status})`);
  }
  for (const [loginId, { acknowledged, sent }] of ledger.names) {
    const { body } = await patiently(() => manage(targets[0]!, `/v1/mgmt/user?loginId=${loginId}`));
    const name = (body['user'] as { name?: string } | undefined)?.name;
    // A write without an answer may have happened or not.
    if (name !== acknowledged && !sent.includes(name ?? '')) {
      ledger.violations.push(`${loginId} is called ${name} after ${acknowledged} was acknowledged`);
    }
  }
  await verifyLinks(targets, ledger, ledger.used);
}

/** A used link opens no second session, and the first one is alive. */
export async function verifyLinks(targets: Target[], ledger: Ledger, used: Ledger['used']): Promise<void> {
  for (const [index, { token, refreshJwt }] of used.entries()) {
    const target = targets[index % targets.length]!;
    const again = await openLink(target, token);
    if (again.status === 200) ledger.violations.push('a used link opened a second session');
    const { status } = await patiently(() => ask(target, '/v1/auth/me', { secret: refreshJwt }));
    if (status !== 200) ledger.violations.push(`an acknowledged session was lost (${status})`);
  }
}

/** Repeats a read that the service could not answer: that is no loss. */
async function patiently(read: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await read();
    const isRefused = answer.status === 0 || answer.status === 429 || answer.status >= 500;
    if (!isRefused || attempt === 20) return answer;
    await sleep(500);
  }
}

async function createUser(target: Target, ledger: Ledger): Promise<boolean> {
  const loginId = `u${randomUUID()}`;
  const { status } = await manage(target, '/v1/mgmt/user/create', { loginId });
  if (status !== 200) return false;
  ledger.created.push(loginId);
  ledger.lastWriteAt.set(target, performance.now());
  return true;
}

/** All targets create a user with the same login ID at once: one of them may succeed. */
async function createTogether(targets: Target[], ledger: Ledger): Promise<boolean> {
  const loginId = `t${randomUUID()}`;
  const answers = await Promise.all(
    [...targets, ...targets].map((target) => manage(target, '/v1/mgmt/user/create', { loginId })),
  );
  const succeeded = answers.filter(({ status }) => status === 200).length;
  if (succeeded > 1) ledger.violations.push(`${loginId} was created ${succeeded} times`);
  if (succeeded > 0) ledger.created.push(loginId);
  return succeeded > 0;
}

function renamer(target: Target, ledger: Ledger): () => Promise<boolean> {
  const loginId = `n${randomUUID()}`;
  let count = 0;
  return async () => {
    const entry = ledger.names.get(loginId);
    if (!entry) {
      const { status } = await manage(target, '/v1/mgmt/user/create', { loginId, displayName: 'name 0' });
      // 400: an earlier attempt without an answer had succeeded.
      if (status === 200 || status === 400) ledger.names.set(loginId, { acknowledged: 'name 0', sent: [] });
      return status === 200;
    }
    count += 1;
    const displayName = `name ${count}`;
    entry.sent.push(displayName);
    const { status } = await manage(target, '/v1/mgmt/user/update/name', { loginId, displayName });
    if (status === 200) ledger.names.set(loginId, { acknowledged: displayName, sent: [] });
    return status === 200;
  };
}

/** Signs a user in by links, each of which every target is asked to use twice at once. */
function linkUser(targets: Target[], ledger: Ledger): () => Promise<boolean> {
  const loginId = `l${randomUUID()}`;
  let exists = false;
  return async () => {
    const target = targets[0]!;
    if (!exists) {
      const { status } = await manage(target, '/v1/mgmt/user/create', { loginId });
      exists = status === 200 || status === 400;
      return exists;
    }
    const { status, body } = await manage(target, '/v1/mgmt/user/signin/embeddedlink', { loginId });
    if (status !== 200) return false;
    const token = body['token'] as string;
    const answers = await Promise.all([...targets, ...targets].map((target) => openLink(target, token)));
    const opened = answers.filter(({ status }) => status === 200);
    if (opened.length > 1) ledger.violations.push(`a link opened ${opened.length} sessions`);
    for (const { body } of opened) ledger.used.push({ token, refreshJwt: body['refreshJwt'] as string });
    return opened.length > 0;
  };
}

function openLink(target: Target, token: string): Promise<Answer> {
  return ask(target, '/v1/auth/magiclink/verify', { body: { token } });
}

async function repeat(signal: AbortSignal, write: () => Promise<boolean>): Promise<void> {
  while (!signal.aborted) {
    const isDone = await write();
    await sleep(isDone ? pauseMilliseconds / 5 : pauseMilliseconds);
  }
}

/** Sends a request with the management key. */
export function manage(target: Target, path: string, body?: unknown): Promise<Answer> {
  return ask(target, path, { secret: target.managementKey, body });
}

async function ask(
  { baseUrl, projectId, observe }: Target,
  path: string,
  { secret, body }: { secret?: string; body?: unknown },
): Promise<Answer> {
  const startedAt = performance.now();
  const report = (status: number, retryAfter: string | null) =>
    observe?.({ status, retryAfter, path, milliseconds: performance.now() - startedAt });
  try {
    const response = await fetch(`${baseUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${[projectId, secret].filter(Boolean).join(':')}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(requestMilliseconds),
    });
    const received = (await response.json()) as Answer['body'];
    report(response.status, response.headers.get('retry-after'));
    return { status: response.status, body: received };
  } catch {
    report(0, null);
    return { status: 0, body: {} };
  }
}
