import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { lockTenants } from '../../../directory/tenants/load-tenant.ts';
import { defaultConnectionId } from '../../../directory/tenants/tenant.ts';
import { logUsers } from '../../../directory/users/search/log-users.ts';
import { recordAudit } from '../../../project/audit/record.ts';
import { voidExchangeCodes } from '../../../sessions/sessions/exchange-code.ts';
import { findConnectionOrDefault } from '../load-connection.ts';
import { updateConnection } from '../store.ts';
import { boundSubject, providerOf } from './identity.ts';
import { rebindIdentities } from './store-rebinding.ts';

/**
 * Decides whether the identities of a replaced identity provider carry over to the new one. Throws E011004 if there is
 * nothing to decide.
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
        'There is nothing to decide. The identity provider of this SSO connection was not replaced, or the ' +
          'decision was already made',
      );
    }
    const current = providerOf(connection);
    const key = { projectId: ctx.project.id, tenantId, connectionId: connection.id };
    const from = boundSubject(replacedProvider, '');
    const isSameName = current === replacedProvider;
    // If the provider keeps its name with other keys, identities that are not carried over would otherwise be found again.
    const rebind = async (to: string) => logUsers(ctx, await rebindIdentities(ctx.db, key, from, to));
    if (carryOver && !isSameName) await rebind(boundSubject(current, ''));
    if (!carryOver && isSameName) await rebind(`replaced ${ctx.now()} ${from}`);
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
