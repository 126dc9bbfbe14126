import type { ProjectContext, ProjectData } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { lockTenants, requireTenants } from '../../../directory/tenants/load-tenant.ts';
import { changesBetween } from '../../../project/audit/changes.ts';
import { recordAudit } from '../../../project/audit/record.ts';
import type { PasswordSettings } from './password-settings.ts';
import {
  deleteSettingsOfTenant,
  findSettings,
  listTenantSettings,
  lockSettings,
  putSettings,
} from './store.ts';

/** NIST SP 800-63B §3.1.1.2 and §3.2.2: long, without rules of composition, and many wrong guesses are stopped. */
export const defaultPasswordSettings: PasswordSettings = {
  enabled: true,
  minLength: 15,
  lowercase: false,
  uppercase: false,
  number: false,
  nonAlphanumeric: false,
  expiration: false,
  expirationWeeks: 26,
  reuse: false,
  reuseAmount: 5,
  lock: false,
  lockAttempts: 100,
  tempLock: true,
  tempLockAttempts: 5,
  tempLockDuration: 30,
  refuseBreached: true,
  enablePasswordStrength: false,
  passwordStrengthScore: 3,
};

type NumberSetting = {
  [K in keyof PasswordSettings]: PasswordSettings[K] extends number ? K : never;
}[keyof PasswordSettings];
type FlagSetting = Exclude<keyof PasswordSettings, NumberSetting>;

/** The range of each number while its flag is set. */
export const passwordRanges = {
  minLength: { flag: 'enabled', min: 8, max: 128 },
  expirationWeeks: { flag: 'expiration', min: 1, max: 520 },
  reuseAmount: { flag: 'reuse', min: 1, max: 50 },
  lockAttempts: { flag: 'lock', min: 2, max: 100 },
  tempLockAttempts: { flag: 'tempLock', min: 2, max: 100 },
  tempLockDuration: { flag: 'tempLock', min: 1, max: 24 * 60 },
  passwordStrengthScore: { flag: 'enablePasswordStrength', min: 0, max: 4 },
} as const satisfies Record<NumberSetting, { flag: FlagSetting; min: number; max: number }>;

/** Returns the settings that apply in the tenant: its own, completed by the project's. */
export async function passwordSettings(ctx: ProjectData, tenantId = ''): Promise<PasswordSettings> {
  const written = await findSettings(ctx.db, ctx.project.id, tenantId);
  return { ...defaultPasswordSettings, ...written.project, ...written.tenant };
}

/** Returns the same for an administrator. Throws E011004 if the tenant does not exist. */
export async function loadPasswordSettings(ctx: ProjectData, tenantId = ''): Promise<PasswordSettings> {
  if (tenantId) await requireTenants(ctx, [tenantId]);
  return passwordSettings(ctx, tenantId);
}

/** Returns the settings that tenants set themselves, by tenant ID. */
export function tenantPasswordSettings(ctx: ProjectData): Promise<Map<string, Partial<PasswordSettings>>> {
  return listTenantSettings(ctx.db, ctx.project.id);
}

/** Changes settings. Absent fields stay unchanged. A tenant's settings are separate from the project's. */
export async function changePasswordSettings(
  ctx: ProjectContext,
  tenantId: string,
  changes: Partial<PasswordSettings>,
): Promise<void> {
  if (tenantId) await requireTenants(ctx, [tenantId]);
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  await transaction(ctx, async (ctx) => {
    if (tenantId) await lockTenants(ctx, [tenantId]);
    const before = await lockSettings(ctx.db, ctx.project.id, tenantId);
    const changed = { ...before, ...given };
    refuseImpossible(changed);
    await putSettings(ctx.db, ctx.project.id, tenantId, changed);
    await recordAudit(ctx, {
      action: 'PasswordSettingsModified',
      tenantId,
      data: { ...given, changes: changesBetween(before, changed) },
    });
  });
}

/** Sets the length chosen when the project is created. Absent for the default. */
export async function setMinimumLength(ctx: ProjectContext, minLength: number | undefined): Promise<void> {
  if (minLength !== undefined) await changePasswordSettings(ctx, '', { minLength });
}

/** Some SDKs send zero along with a flag that is not set. */
function refuseImpossible(settings: Partial<PasswordSettings>): void {
  for (const [name, { flag, min, max }] of Object.entries(passwordRanges)) {
    const value = settings[name as NumberSetting];
    if (value === undefined || settings[flag] === false || (value >= min && value <= max)) continue;
    throw new ServiceError('E011004', `${name} must be from ${min} to ${max}, unless ${flag} is false`);
  }
}

/** Deletes the settings of a tenant. Part of the deletion of the tenant. */
export function forgetTenantSettings(ctx: ProjectData, { tenantId }: { tenantId: string }): Promise<void> {
  return deleteSettingsOfTenant(ctx.db, ctx.project.id, tenantId);
}
