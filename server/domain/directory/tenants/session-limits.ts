import { inheritanceColumns, opensInheritance } from './role-inheritance.ts';
import type { SessionLimits, TenantSettings, TimeUnit } from './tenant.ts';

/** A number without a unit counts as minutes, the strictest reading. */
const secondsIn: Record<TimeUnit, number> = {
  '': 60,
  minutes: 60,
  hours: 60 * 60,
  days: 24 * 60 * 60,
  weeks: 7 * 24 * 60 * 60,
};

/** Returns the limits, or `undefined` if the tenant sets none. */
export function sessionLimitsOf(settings: TenantSettings): SessionLimits | undefined {
  if (!settings.sessionSettingsEnabled) return undefined;
  const limits: SessionLimits = {
    ...duration('sessionSeconds', settings.sessionTokenExpiration, settings.sessionTokenExpirationUnit),
    ...duration('lifetimeSeconds', settings.refreshTokenExpiration, settings.refreshTokenExpirationUnit),
    ...duration('stepUpSeconds', settings.stepupTokenExpiration, settings.stepupTokenExpirationUnit),
    ...(settings.enableInactivity &&
      duration('idleSeconds', settings.inactivityTime, settings.inactivityTimeUnit)),
  };
  return Object.keys(limits).length > 0 ? limits : undefined;
}

function duration(name: keyof SessionLimits, count: number, unit: TimeUnit): SessionLimits {
  return count > 0 ? { [name]: count * secondsIn[unit] } : {};
}

/**
 * Returns the settings columns. The limits that sign-ins read are stored separately, so that sign-ins load nothing
 * else. A time is absent if this change does not set it.
 */
export function settingsColumns(
  settings: TenantSettings,
  { now, before }: { now: number; before?: TenantSettings },
) {
  const limits = sessionLimitsOf(settings);
  return {
    settings: JSON.stringify(settings),
    sessionLimits: limits ? JSON.stringify(limits) : '',
    enforceSso: settings.enforceSso ? 1 : 0,
    disabled: settings.disabled ? 1 : 0,
    ...(!(settings.enforceSso && before?.enforceSso) && { enforceSsoSince: settings.enforceSso ? now : 0 }),
    ...inheritanceColumns(settings),
    ...(before && opens(before, settings) && { openSince: now }),
    ...(before && opensInheritance(before, settings) && { inheritsSince: now }),
  } as const;
}

/** Reports whether a change brings the tenant into reach of members who could not reach it before. */
function opens(before: TenantSettings, after: TenantSettings): boolean {
  const exempted = before.enforceSso
    ? after.enforceSsoExclusions.filter((id) => !before.enforceSsoExclusions.includes(id))
    : [];
  return (
    (before.disabled && !after.disabled) || (before.enforceSso && !after.enforceSso) || exempted.length > 0
  );
}
