import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { transaction } from '../../../storage/transaction.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { changeDetails } from '../sso/settings/configure-connection.ts';
import type { OpenSetup } from './setup-link.ts';
import { markLink, markOpened } from './store.ts';

/** Records that the page is shown to the holder of its link. */
export async function recordOpening(ctx: ProjectContext, { link }: OpenSetup): Promise<void> {
  if (link.held?.openedAt === 0) await markOpened(ctx.db, ctx.project.id, link.held.id, ctx.now());
}

/** Saves the choice of the identity provider, so that the page continues there. */
export async function saveChoice(ctx: ProjectContext, setup: OpenSetup, providerID: string): Promise<void> {
  const { link, actor, loaded } = setup;
  if (loaded.connection.settings.extra.providerID === providerID) return;
  const acting = { ...ctx, actor };
  await setup.confirm(acting);
  await changeDetails(acting, link.tenantId, link.connectionId, { extra: { providerID } });
}

/** Tells the administrators of the application that the setup is complete. Throws E011004 before a test has succeeded. */
export async function finishSetup(ctx: ProjectContext, setup: OpenSetup): Promise<void> {
  const { link, actor, loaded } = setup;
  if (loaded.connection.protocol === 'none' || loaded.testSucceededAt === 0)
    throw new ServiceError('E011004', 'Test the connection first');
  await transaction({ ...ctx, actor }, async (ctx) => {
    await setup.confirm(ctx);
    if (link.held) await markLink(ctx.db, ctx.project.id, link.held.id, 'doneAt', ctx.now());
    const data = { change: 'setupDone', ssoId: link.connectionId };
    await recordAudit(ctx, { action: 'SsoModified', tenantId: link.tenantId, data });
  });
}
