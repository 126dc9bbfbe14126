import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { lockTenants } from '../../../directory/tenants/load-tenant.ts';
import { defaultConnectionId } from '../../../directory/tenants/tenant.ts';
import { recordAudit } from '../../../project/audit/record.ts';
import { voidExchangeCodes } from '../../../sessions/sessions/exchange-code.ts';
import { findConnectionOrDefault } from '../load-connection.ts';
import { updateConnection } from '../store.ts';
import { boundSubject, providerOf } from './identity.ts';
import { rebindIdentities } from './store.ts';

/**
 * Ends the question that a replaced identity provider leaves: whether its people are those of the new one. E011004 when
 * there is no such question.
 */
export async function decideIdentities(
  ctx: ProjectContext,
  tenantId: string,
  connectionId: string = defaultConnectionId,
  { carryOver }: { carryOver: boolean },
): Promise<void> {
  await transaction(ctx, async (ctx) => {
    await lockTenants(ctx, [tenantId]);
    const connection = await findConnectionOrDefault(ctx, tenantId, connectionId);
    const { replacedProvider } = connection.settings;
    if (!replacedProvider) {
      throw new ServiceError(
        'E011004',
        'The identity provider of this SSO connection was not replaced, or that is decided',
      );
    }
    const current = providerOf(connection);
    const key = { projectId: ctx.project.id, tenantId, connectionId: connection.id };
    const from = boundSubject(replacedProvider, '');
    const isSameName = current === replacedProvider;
    // Under the same name with other keys, what is not carried over would be found again.
    if (carryOver && !isSameName) await rebindIdentities(ctx.db, key, from, boundSubject(current, ''));
    if (!carryOver && isSameName) await rebindIdentities(ctx.db, key, from, `replaced ${ctx.now()} ${from}`);
    await voidExchangeCodes(ctx);
    const settings = { ...connection.settings, replacedProvider: '', awaitsDecision: false };
    await updateConnection(ctx.db, ctx.project.id, tenantId, connection.id, {
      settings: JSON.stringify(settings),
      modifiedAt: ctx.now(),
    });
    const data = {
      ssoId: connection.id,
      change: carryOver ? 'identitiesCarriedOver' : 'identitiesKeptApart',
    };
    await recordAudit(ctx, {
      action: 'SsoModified',
      tenantId,
      data: { ...data, replacedProvider, idpEntityId: current },
    });
  });
}
