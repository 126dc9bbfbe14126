import type { ProjectContext, ProjectData, TimedProjectData } from '../../../../core/context.ts';
import { hashSecret } from '../../../../core/crypto.ts';
import { SamlError } from '../../../../protocols/saml/error.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { recordAudit } from '../../../project/audit/record.ts';
import { newXmlId } from '../message-id.ts';
import { findSamlApp, loadServiceProvider, type ServiceProvider } from '../service-provider.ts';
import { askedStep, type Logout, type LogoutStep, nextStep, withStep } from './logout.ts';
import { findLogout, replaceLogout, takeLogout } from './store.ts';

/** Finds the logout of a browser by its secret. */
export async function findRunningLogout(ctx: TimedProjectData, secret: string): Promise<Logout | undefined> {
  const row = await findLogout(ctx.db, ctx.project.id, { secretHash: hashSecret(secret), now: ctx.now() });
  return row && (JSON.parse(row.logout) as Logout);
}

/** Ends a logout: only one of several requests gets `true`, and answers the application that has begun it. */
export function finishLogout(ctx: ProjectData, secret: string): Promise<boolean> {
  return takeLogout(ctx.db, ctx.project.id, hashSecret(secret));
}

/**
 * Stores a change of the logout, and returns the logout as it is then. `change` returns `undefined` to leave it as it is; it can run again, with
 * the result of another request that came at the same time.
 */
export async function changeLogout(
  ctx: ProjectContext,
  secret: string,
  change: (logout: Logout) => Logout | undefined,
): Promise<Logout | undefined> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const key = { secretHash: hashSecret(secret), now: ctx.now() };
    const row = await findLogout(ctx.db, ctx.project.id, key);
    if (!row) return undefined;
    const before = JSON.parse(row.logout) as Logout;
    const after = change(before);
    if (!after) return before;
    const isStored = await transaction(ctx, async (ctx) => {
      if (!(await replaceLogout(ctx.db, row, JSON.stringify(after)))) return false;
      await recordFailures(ctx, before, after);
      return true;
    });
    if (isStored) return after;
  }
  throw new Error('a logout was changed too often at the same time');
}

const maxAttempts = 5;

/** The request that the browser brings to an application next. */
export interface NextRequest {
  step: LogoutStep;
  sp: ServiceProvider;
  requestId: string;
  logout: Logout;
}

/**
 * Chooses the next application that can be asked, and marks it as asked. Others are marked as failed. Returns `undefined` if no application is
 * left, or one is being asked already.
 */
export async function takeNextRequest(ctx: ProjectContext, secret: string): Promise<NextRequest | undefined> {
  for (;;) {
    const logout = await findRunningLogout(ctx, secret);
    if (!logout || askedStep(logout)) return undefined;
    const step = nextStep(logout);
    if (!step) return undefined;
    const sp = await reachable(ctx, step.appId);
    const requestId = newXmlId(ctx);
    let isOurs = false;
    const changed = await changeLogout(ctx, secret, (now) => {
      isOurs = !askedStep(now) && nextStep(now)?.appId === step.appId;
      if (!isOurs) return undefined;
      return withStep(
        now,
        step.appId,
        sp ? { state: 'asked', requestIds: [...step.requestIds, requestId] } : { state: 'failed' },
      );
    });
    if (sp && isOurs && changed) return { step, sp, requestId, logout: changed };
  }
}

/** Returns the service provider if it accepts logouts: an application that was deleted or switched off gets nothing from us. */
async function reachable(ctx: ProjectContext, appId: string): Promise<ServiceProvider | undefined> {
  const app = await findSamlApp(ctx, appId);
  if (!app) return undefined;
  try {
    const sp = await loadServiceProvider(ctx, app);
    return sp.metadata.logout && sp;
  } catch (error) {
    if (error instanceof SamlError) return undefined;
    throw error;
  }
}

async function recordFailures(ctx: ProjectContext, before: Logout, after: Logout): Promise<void> {
  for (const [index, { appId, state, requestIds }] of after.steps.entries()) {
    if (state !== 'failed' || before.steps[index]?.state === 'failed') continue;
    const reason =
      requestIds.length === 0
        ? 'The application is turned off, or its metadata contains no logout URL'
        : 'The application did not confirm the logout';
    const data = { application: appId, protocol: 'saml', reason };
    await recordAudit(ctx, { action: 'ApplicationLogoutFailed', userId: after.userId, data });
  }
}
