import { describeDuration } from '../../../../core/languages/duration.ts';
import type { Language } from '../../../../core/languages/language.ts';
import type { PasswordSettings } from '../../../credentials/passwords/settings/password-settings.ts';
import { sessionLimitsOf } from '../../../directory/tenants/session-limits.ts';
import { defaultTenantSettings } from '../../../directory/tenants/tenant.ts';
import { settingsFromWire } from '../../../directory/tenants/wire-settings.ts';
import { passwordHint } from '../../hosted-pages/steps/password-steps.ts';
import type { Call } from '../../tenant/call.ts';
import type { ProjectFlow } from '../definitions/flow.ts';
import type { ExecutionState } from '../run/execution.ts';
import { type FlowContext, flowOf } from '../run/flow-context.ts';
import { asAdministrator } from './as-administrator.ts';

type Shown = NonNullable<ProjectFlow['shows']>;

/** Describes settings of the tenant to its administrator, in words. To anyone else, says why not. */
export async function describeSettings(
  ctx: FlowContext,
  state: ExecutionState,
  shows: Shown,
): Promise<string | undefined> {
  const { session, tenantId = '' } = state;
  if (!session) return undefined;
  const flow = flowOf(ctx, { id: '', flowId: '', state });
  const described = await asAdministrator(flow, { session, tenantId }, (call) =>
    descriptions[shows](call, tenantId, flow.language),
  );
  return 'said' in described ? described.said : described.done;
}

const secondMs = 1_000;
const weekMs = 7 * 24 * 60 * 60 * secondMs;

const descriptions: Record<Shown, (call: Call, tenantId: string, language: Language) => Promise<string>> = {
  async passwordPolicy(call, tenantId, language) {
    const settings = await call<PasswordSettings>('management.password.getSettings', { tenantId });
    const { hostedPages, flows } = language.texts;
    const { passwordsOff, passwordExpires, passwordReuse } = flows.tenantProfile;
    if (!settings.enabled) return passwordsOff;
    const { expiration, expirationWeeks, reuse, reuseAmount } = settings;
    return [
      passwordHint(hostedPages, settings),
      ...(expiration
        ? [passwordExpires({ time: describeDuration(expirationWeeks * weekMs, language) })]
        : []),
      ...(reuse ? [passwordReuse({ count: reuseAmount })] : []),
    ].join(' ');
  },

  async sessionSettings(call, tenantId, language) {
    const wire = await call<Parameters<typeof settingsFromWire>[0]>('management.tenant.getSettings', {
      id: tenantId,
    });
    const limits = sessionLimitsOf({ ...defaultTenantSettings, ...settingsFromWire(wire) });
    const { sessionLifetime, sessionIdle, sessionNone } = language.texts.flows.tenantProfile;
    const { lifetimeSeconds, idleSeconds } = limits ?? {};
    const time = (seconds: number) => describeDuration(seconds * secondMs, language);
    const said = [
      ...(lifetimeSeconds ? [sessionLifetime({ time: time(lifetimeSeconds) })] : []),
      ...(idleSeconds ? [sessionIdle({ time: time(idleSeconds) })] : []),
    ];
    return said.length > 0 ? said.join(' ') : sessionNone;
  },
};
