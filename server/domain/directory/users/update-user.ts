import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { mergeAttributeValues, readAttributeValues } from '../custom-attributes/read-values.ts';
import { changeUser } from './change-user.ts';
import { readChanges, type UserProfile } from './details.ts';
import { replaceRoles, replaceSsoApps, replaceTenants, type TenantGrant } from './grants/grants.ts';
import { replaceAdditionalLoginIds } from './identifiers/change-login-ids.ts';
import { foldLoginId } from './identifiers/login-id.ts';
import { findUserIdByLoginId } from './store.ts';
import { updateUser as updateRow } from './store-rows.ts';
import type { StoredUser, User } from './user.ts';

export interface UserChange extends UserProfile {
  /** Project roles. */
  roleNames?: string[];
  tenants?: TenantGrant[];
  /** By name. An empty text removes one. */
  customAttributes?: Record<string, unknown>;
  ssoAppIds?: string[];
  /** In the place of all login IDs but the first and the one that the call was made with. */
  additionalLoginIds?: string[];
}

/**
 * Overwrites what the operation has parameters for: what is absent or empty becomes empty. The login ID, the status, and,
 * where they are not given, the SSO applications and the parts of the name stay. Of project roles and tenants one call
 * changes one: tenants where they are given, else roles; where neither is, it clears both.
 */
export async function updateUser(ctx: ProjectContext, who: string, change: UserChange): Promise<User> {
  const { roleNames = [], tenants = [], customAttributes = {} } = change;
  const keepsRoles = tenants.length > 0;
  const keepsTenants = !keepsRoles && roleNames.length > 0;
  const values = await readAttributeValues(ctx, withoutEmpty(customAttributes));
  return changeUser(ctx, who, async (ctx, user) => {
    await applyChange(ctx, who, user, {
      name: change.name ?? '',
      givenName: change.givenName,
      middleName: change.middleName,
      familyName: change.familyName,
      test: change.test,
      email: change.email ?? '',
      verifiedEmail: change.verifiedEmail,
      phone: change.phone ?? '',
      verifiedPhone: change.verifiedPhone,
      picture: change.picture ?? '',
      keptAttributes: await mergeAttributeValues(ctx, {}, values),
      roleNames: keepsRoles ? undefined : roleNames,
      tenants: keepsTenants ? undefined : tenants,
      ssoAppIds: change.ssoAppIds,
      additionalLoginIds: change.additionalLoginIds ?? [],
    });
  });
}

/**
 * Changes what is given, and nothing else; what is given empty is cleared. Custom attributes that are not named stay: an
 * empty object, which is also what is left of one whose values are all null, clears none of them.
 */
export async function patchUser(ctx: ProjectContext, who: string, change: UserChange): Promise<User> {
  const { customAttributes, ...rest } = change;
  const values = await readAttributeChanges(ctx, customAttributes ?? {});
  return changeUser(ctx, who, async (ctx, user) => {
    const keptAttributes = customAttributes && (await mergeAttributeValues(ctx, user.keptAttributes, values));
    await applyChange(ctx, who, user, { ...rest, keptAttributes });
  });
}

/** One attribute; an empty text removes its value. */
export function changeAttribute(
  ctx: ProjectContext,
  who: string,
  name: string,
  value: unknown,
): Promise<User> {
  return patchUser(ctx, who, { customAttributes: { [name]: value } });
}

/** By ID; those that are removed are `null`. */
function readAttributeChanges(ctx: ProjectContext, values: Record<string, unknown>) {
  const changes = Object.entries(values).map(([name, value]) => [name, value === '' ? null : value]);
  return readAttributeValues(ctx, Object.fromEntries(changes));
}

function withoutEmpty(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}

type Change = Omit<UserChange, 'customAttributes'> & { keptAttributes: Record<string, unknown> | undefined };

/** Part of a change: what is undefined stays. */
async function applyChange(
  ctx: ProjectContext,
  who: string,
  user: StoredUser,
  change: Change,
): Promise<void> {
  const { keptAttributes, roleNames, tenants, ssoAppIds, additionalLoginIds } = change;
  requireTestUser(change, user);
  const columns = readChanges(change, user);
  if (columns.email !== undefined) await requireFreeAddress(ctx, user, user.email, columns.email);
  if (columns.phone !== undefined) await requireFreeAddress(ctx, user, user.phone, columns.phone);
  const row = { ...columns, ...(keptAttributes && { customAttributes: JSON.stringify(keptAttributes) }) };
  if (Object.keys(row).length > 0) await updateRow(ctx.db, ctx.project.id, user.id, row);
  if (columns.status === 'disabled') await ctx.dependents.endSessions(ctx, user.id);
  // Until then it is refused because the user is disabled; now nobody comes in by what was sent before.
  const isBack = columns.status !== undefined && columns.status !== 'disabled' && user.status === 'disabled';
  if (isBack) await ctx.dependents.withdrawChallenges(ctx, { userId: user.id, exceptSlot: '' });
  if (additionalLoginIds) await replaceAdditionalLoginIds(ctx, user, who, additionalLoginIds);
  if (roleNames) await replaceRoles(ctx, user.id, '', roleNames);
  if (tenants) await replaceTenants(ctx, user, tenants);
  if (ssoAppIds) await replaceSsoApps(ctx, user.id, ssoAppIds);
}

/**
 * E011004 when a real user is said to be one for tests: deleting all test users must leave every real user. `false`, which
 * one public SDK always sends, changes nothing.
 */
function requireTestUser({ test }: UserChange, user: StoredUser): void {
  if (!test || user.test) return;
  throw new ServiceError(
    'E011004',
    'test cannot be set for a user who exists: leave it out, or create a new user with test set to true',
  );
}

/**
 * Part of a change. E111127 when the new address is somebody else's login ID: with both, the two could sign in as each
 * other. Nobody is merged or deleted for the sake of an address.
 */
export async function requireFreeAddress(
  ctx: ProjectContext,
  user: StoredUser,
  old: string,
  address: string,
): Promise<void> {
  if (address === '' || address === old) return;
  const owner = await findUserIdByLoginId(ctx.db, ctx.project.id, foldLoginId(address));
  if (owner !== undefined && owner !== user.id) {
    throw new ServiceError('E111127', `${address} is the login ID of another user`);
  }
}
