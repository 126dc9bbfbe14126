import type { ProjectData } from '../../../core/context.ts';
import type { SessionLimits } from '../../directory/tenants/tenant.ts';
import { stepUpLifetimeMs } from './session.ts';

/** Returns the project's lifetimes, or those of the tenants where they are shorter. */
export function lifetimesOf(
  ctx: ProjectData,
  tenants: { sessionLimits?: SessionLimits }[],
): Required<SessionLimits> {
  const { settings } = ctx.project;
  const lifetimes = {
    sessionSeconds: settings.sessionLifetimeSeconds,
    idleSeconds: settings.refreshIdleSeconds,
    lifetimeSeconds: settings.refreshLifetimeSeconds,
    stepUpSeconds: stepUpLifetimeMs / 1000,
  };
  for (const { sessionLimits } of tenants) {
    if (!sessionLimits) continue;
    for (const [name, seconds] of Object.entries(sessionLimits) as [keyof SessionLimits, number][]) {
      lifetimes[name] = Math.min(lifetimes[name], seconds);
    }
  }
  return lifetimes;
}

/**
 * Returns the end of a session unless it is refreshed before. Uses current settings, so that shortening them takes
 * effect.
 */
export function endOf(
  session: { createdAt: number; rotatedAt: number; expiresAt: number },
  { idleSeconds, lifetimeSeconds }: Required<SessionLimits>,
): number {
  return Math.min(
    session.expiresAt,
    session.createdAt + lifetimeSeconds * 1000,
    session.rotatedAt + idleSeconds * 1000,
  );
}
