import type { Call } from '../../tenant/call.ts';
import type { ActionName } from '../definitions/actions.ts';
import type { Acting, Taken } from '../run/acting.ts';
import type { ExecutionState } from '../run/execution.ts';
import { plainTexts } from '../run/read-input.ts';
import { asAdministrator } from './as-administrator.ts';

/** A change of a tenant, made by the calls of the API that are open to its administrators. */
type TenantChange = (acting: Acting, tenant: { tenantId: string; call: Call }) => Promise<Taken>;

const changed: Taken = { kind: 'changed' };

/** The changes by the name of their action. */
export const tenantChanges: Partial<Record<ActionName, TenantChange>> = {
  async renameTenant({ input }, { tenantId, call }) {
    await call('management.tenant.patch', { id: tenantId, name: (input['tenantName'] ?? '').trim() });
    return changed;
  },

  async saveTenantAttribute({ input, state, flow, definition }, { tenantId, call }) {
    const { attribute = '' } = definition;
    if (!flow.ctx.project.settings.accountPage.editableTenantAttributes.includes(attribute))
      return { kind: 'screen', state, problem: 'notEditable' };
    const { customAttributes } = await call<{ customAttributes: Record<string, unknown> }>(
      'management.tenant.load',
      { id: tenantId },
    );
    const before = customAttributes[attribute] ?? '';
    // Nobody types lists or objects.
    if (typeof before === 'object') return { kind: 'screen', state, problem: 'notEditable' };
    const typed = (input['value'] ?? '').trim();
    const value = typed === '' ? null : readLike(before, typed);
    if (value === undefined) return { kind: 'screen', state, problem: { name: 'wrongForm' } };
    await call('management.tenant.patch', { id: tenantId, customAttributes: { [attribute]: value } });
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

/** Reads a value of the type that the attribute has, so that applications find what they expect. */
function readLike(before: unknown, typed: string): string | number | boolean | undefined {
  switch (typeof before) {
    case 'number': {
      const number = Number(typed);
      return Number.isFinite(number) ? number : undefined;
    }
    case 'boolean':
      return { true: true, false: false }[typed.toLowerCase()];
    default:
      return typed;
  }
}

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
  const { session, tenantId = '' } = state;
  if (!session) return { kind: 'screen', state, problem: 'signInFirst' };
  const typed = { ...state, typed: plainTexts(input) };
  const isFirst = state.screen === acting.definition.start;
  const own = { session, tenantId };
  const made = await asAdministrator(flow, own, (call) =>
    change({ ...acting, state: isFirst ? typed : state }, { tenantId, call }),
  );
  if ('done' in made) return made.done;
  return { kind: 'screen', state: isFirst ? typed : state, problem: made };
}
