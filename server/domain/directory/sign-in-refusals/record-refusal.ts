import type { ProjectContext, ProjectData, ServiceContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { RefusalCause, RefusalFacts } from '../../../core/refusal-causes.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { findRefOfClient } from '../applications/load.ts';
import { findAddressee } from '../users/identifiers/find-addressee.ts';
import { maskTyped } from '../users/identifiers/mask.ts';
import { isDisabled } from '../users/user.ts';
import { alikeForUnknown, causeOf } from './causes.ts';
import { nameHash } from './name-hash.ts';
import { refusalCounts } from './refusal-counts.ts';

interface Refused {
  /** The sign-in method, as in the event of a successful sign-in. */
  method: string;
  /** The login ID that the caller gave. */
  loginId?: string | undefined;
  /** True for an administrator's test, which is no failed sign-in of a user. */
  isTest?: boolean | undefined;
}

/**
 * Records that a sign-in was refused with this error, outside of the transaction that it has rolled back. Never
 * throws: the caller gets the refusal in any case.
 */
export async function recordRefusal(
  ctx: ProjectContext,
  { error, ...refused }: Refused & { error: unknown },
): Promise<void> {
  if (!(error instanceof ServiceError)) return;
  const { code, about } = error;
  const cause = about?.cause ?? causeOf(code);
  if (cause === null || (cause === undefined && error.status >= 500)) return;
  const data = { errorCode: code, ...about?.data };
  await recordRefusedSignIn(ctx, { ...refused, ...about, cause: cause ?? 'other', data });
}

/**
 * Records a refused sign-in for which the cause is known. `subject` names what it was about if that is neither a user
 * nor a login ID.
 */
export async function recordRefusedSignIn(
  ctx: ProjectContext,
  refused: Refused & RefusalFacts & { cause: RefusalCause; subject?: string },
): Promise<void> {
  try {
    await record(ctx, refused);
  } catch (err) {
    ctx.log.error({ id: ctx.request.id, err }, 'a refused sign-in was not recorded');
  }
}

async function record(
  ctx: ProjectContext,
  { subject, ...refused }: Parameters<typeof recordRefusedSignIn>[1],
): Promise<void> {
  const { method, cause, userId, data, isTest } = refused;
  // When there is too much to do, refusals must cost little: they are counted, and name no user.
  const loginId = cause === 'overload' ? undefined : refused.loginId?.trim().slice(0, maxNameLength);
  const kind = JSON.stringify([method, cause, data?.['kind'] ?? '', isTest === true]);
  // The name decides before the user does. Two names of one user that were counted together would show it.
  const named = loginId ? nameHash(ctx, loginId) : userId;
  const key = {
    projectId: ctx.project.id,
    kind,
    subject: subject || named || (cause === 'rateLimit' ? ctx.request.remoteAddress : ''),
  };
  const kept = keepable(ctx);
  const count = refusalCounts(ctx).admit(
    key,
    (count) => write(kept, { ...refused, loginId }, count),
    (count) => write(kept, { method, cause, isTest }, count),
  );
  if (count !== undefined) await write(ctx, { ...refused, loginId }, count);
}

const maxNameLength = 1_024;

async function write(
  ctx: ProjectContext,
  { method, cause, loginId, tenantId, isTest, ...about }: Refused & RefusalFacts & { cause: RefusalCause },
  count: number,
): Promise<void> {
  // Looked up for every name, so that a name that exists takes as long as one that does not.
  const found = loginId ? await findAddressee(ctx, loginId) : undefined;
  const userId = about.userId || (typeof found === 'object' ? found.id : undefined);
  const isUnknown = loginId && !userId && found === 'nobody';
  const why = !userId && alikeForUnknown.has(cause) ? causeOfUnknown(found) : undefined;
  await recordAudit(ctx, {
    action: isTest ? 'SsoTested' : 'LoginFailed',
    userId,
    ...(tenantId && { tenantId }),
    method,
    data: {
      ...(isTest && { succeeded: false }),
      cause: why ?? cause,
      ...about.data,
      ...(await applicationOf(ctx, about.data)),
      requestId: ctx.request.id,
      ...(isUnknown && { loginIdHash: nameHash(ctx, loginId), loginIdMask: maskTyped(loginId) }),
      ...(count > 1 && { count }),
    },
  });
}

/** Finds the application of a client ID. It is looked up only here, because a client may be refused without being found. */
async function applicationOf(
  ctx: ProjectData,
  { application, clientId }: Record<string, unknown> = {},
): Promise<{ application?: string }> {
  if (application !== undefined || typeof clientId !== 'string' || !/^[\x20-\x7e]+$/.test(clientId))
    return {};
  const found = await findRefOfClient(ctx, clientId);
  return found === undefined ? {} : { application: found };
}

type Found = Awaited<ReturnType<typeof findAddressee>> | undefined;

function causeOfUnknown(found: Found): RefusalCause | undefined {
  if (found === 'several') return 'severalUsers';
  return found === 'nobody' ? 'unknownUser' : undefined;
}

/**
 * Records that no message was sent for a sign-in that was answered as if there was one. The event is written later,
 * so that the time of the answer shows nothing.
 */
export function deferUnsent(
  ctx: ProjectContext,
  { method, loginId }: { method: string; loginId: string },
): void {
  const kept = keepable(ctx);
  const key = { projectId: ctx.project.id, kind: method, subject: nameHash(ctx, loginId) };
  const isFirst = refusalCounts(ctx).defer(key, async (count) => {
    const found = await findAddressee(kept, loginId);
    // Test users get no messages, and are refused nothing.
    if (typeof found === 'object' && found.test) return;
    const isKnownDisabled = typeof found === 'object' && isDisabled(found);
    const cause = causeOfUnknown(found) ?? (isKnownDisabled ? 'disabled' : 'noAddress');
    await write(kept, { method, cause, loginId }, count);
  });
  if (isFirst) setTimeout(() => recordCountedRefusals(ctx), deferMs).unref();
}

const deferMs = 1_000;

/** Leaves out what belongs to the connection of the request. */
function keepable(ctx: ProjectContext): ProjectContext {
  const { id, remoteAddress, userAgent } = ctx.request;
  return { ...ctx, request: { id, remoteAddress, userAgent } };
}

/** Writes what was only counted in intervals that are over, or with `all` until now. */
export async function recordCountedRefusals(ctx: ServiceContext, all = false): Promise<void> {
  for (const { write, count } of refusalCounts(ctx).takeCounted(all)) {
    await write(count).catch((err) => ctx.log.error({ err, count }, 'refused sign-ins were not recorded'));
  }
}
