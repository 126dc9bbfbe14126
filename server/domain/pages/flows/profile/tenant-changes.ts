import { ssoAdmin, userAdmin } from '../../../../core/built-in-rights.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { administeredTenants } from '../../../sessions/tenant-administrators/administered-tenants.ts';
import type { AdministratorContext } from '../../../sessions/tenant-administrators/administrator-context.ts';
import { actAsAdministrator } from '../../../sessions/tenant-administrators/authenticate-tenant-administrator.ts';
import { AdministratorRefusal } from '../../../sessions/tenant-administrators/refusal.ts';
import { type Call, callsOf } from '../../tenant/call.ts';
import { reasonOf } from '../../tenant/problems.ts';
import type { ActionName } from '../definitions/actions.ts';
import type { Acting, Taken } from '../run/acting.ts';
import type { ExecutionState } from '../run/execution.ts';
import { plainTexts } from '../run/read-input.ts';
import { enterOwnSession } from './own-session.ts';

/** A change of a tenant, made by the calls of the API that are open to its administrators. */
type TenantChange = (acting: Acting, tenant: { tenantId: string; call: Call }) => Promise<Taken>;

const changed: Taken = { kind: 'changed' };

/** The changes by the name of their action. */
export const tenantChanges: Partial<Record<ActionName, TenantChange>> = {
  async renameTenant({ input }, { tenantId, call }) {
    await call('management.tenant.patch', { id: tenantId, name: (input['tenantName'] ?? '').trim() });
    return changed;
  },

  async claimDomain({ input, state }, { tenantId, call }) {
    const domain = (input['domain'] ?? '').trim();
    const answer = await call<{ domain: Claimed }>('management.tenant.createDomain', { tenantId, domain });
    const { domain: claimed, record } = answer.domain;
    if (!record || answer.domain.status === 'verified') return changed;
    const next: ExecutionState = { ...state, domainRecord: { domain: claimed, ...record } };
    return {
      kind: 'screen',
      state: { ...next, screen: 'tenant-profile-domain-record', depth: state.depth + 1 },
    };
  },

  async verifyDomain({ flow, state }, { tenantId, call }) {
    const domain = state.domainRecord?.domain ?? '';
    const answer = await call<{ domain: Claimed }>('management.tenant.verifyDomain', { tenantId, domain });
    if (answer.domain.status === 'verified' && answer.domain.lastCheck === 'found') return changed;
    const { missing, failed } = flow.language.texts.tenantPage.domains;
    const said = answer.domain.lastCheck === 'failed' ? failed : missing;
    return { kind: 'screen', state, problem: { said } };
  },

  leaveDomain: async () => changed,
};

interface Claimed {
  domain: string;
  status: string;
  lastCheck: string;
  record?: { type: string; name: string; value: string };
}

/**
 * Makes a change for an administrator of the tenant that the page names. Reads the session and the right for each one, so what an
 * administrator has lost counts on the next screen.
 */
export async function changeTenantProfile(acting: Acting, change: TenantChange): Promise<Taken> {
  const { flow, state, input } = acting;
  const { ctx, language } = flow;
  const { session, tenantId = '' } = state;
  if (!session) return { kind: 'screen', state, problem: 'signInFirst' };
  const typed = { ...state, typed: plainTexts(input) };
  const isFirst = state.screen === acting.definition.start;
  const { ctx: own, user } = await enterOwnSession(ctx, session);
  try {
    const administrator = (await actAsAdministrator(own, tenantId, [
      userAdmin.id,
      ssoAdmin.id,
    ])) as AdministratorContext;
    const tenant = (await administeredTenants(administrator, user)).find((one) => one.tenantId === tenantId);
    if (!tenant) throw new ServiceError('E064013');
    const call = callsOf(administrator, { find: ctx.find, tenant, count: (_ctx, kind) => flow.count(kind) });
    return await change({ ...acting, state: isFirst ? typed : state }, { tenantId, call });
  } catch (error) {
    const lacksFactor = error instanceof ServiceError && error.code === 'E064007';
    const isRefused = error instanceof AdministratorRefusal && error.kind === 'notAllowed';
    const said = lacksFactor || isRefused ? language.texts.tenantPage.denied.text : reasonOf(language, error);
    return { kind: 'screen', state: isFirst ? typed : state, problem: { said } };
  }
}
