import { ssoAdmin, userAdmin } from '../../../../core/built-in-rights.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { administeredTenants } from '../../../sessions/tenant-administrators/administered-tenants.ts';
import type { AdministratorContext } from '../../../sessions/tenant-administrators/administrator-context.ts';
import { actAsAdministrator } from '../../../sessions/tenant-administrators/authenticate-tenant-administrator.ts';
import { AdministratorRefusal } from '../../../sessions/tenant-administrators/refusal.ts';
import type { Flow } from '../../hosted-pages/flow.ts';
import { type Call, callsOf } from '../../tenant/call.ts';
import { reasonOf } from '../../tenant/problems.ts';
import type { OwnSession } from '../run/execution.ts';
import type { FlowContext } from '../run/flow-context.ts';
import { enterOwnSession } from './own-session.ts';

/**
 * Lets the user of the session do something as an administrator of the tenant, by the calls of the API that are open to them. Returns the
 * reason, in words, if it is refused.
 */
export async function asAdministrator<R>(
  { ctx, language, count }: Pick<Flow, 'language' | 'count'> & { ctx: FlowContext },
  { session, tenantId }: { session: OwnSession; tenantId: string },
  work: (call: Call) => Promise<R>,
): Promise<{ done: R } | { said: string }> {
  const { ctx: own, user } = await enterOwnSession(ctx, session);
  try {
    const administrator = (await actAsAdministrator(own, tenantId, [
      userAdmin.id,
      ssoAdmin.id,
    ])) as AdministratorContext;
    const tenant = (await administeredTenants(administrator, user)).find((one) => one.tenantId === tenantId);
    if (!tenant) throw new ServiceError('E064013');
    const call = callsOf(administrator, { find: ctx.find, tenant, count: (_ctx, kind) => count(kind) });
    return { done: await work(call) };
  } catch (error) {
    const lacksFactor = error instanceof ServiceError && error.code === 'E064007';
    const isRefused = error instanceof AdministratorRefusal && error.kind === 'notAllowed';
    const said = lacksFactor || isRefused ? language.texts.tenantPage.denied.text : reasonOf(language, error);
    return { said };
  }
}
