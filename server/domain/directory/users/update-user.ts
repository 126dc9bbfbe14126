import type { ProjectContext, ProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { happen } from '../../../core/event.ts';
import { partsOfName, type TextField } from '../../../core/profile-fields.ts';
import { together } from '../../../storage/transaction.ts';
import { mergeAttributeValues, readAttributeValues } from '../custom-attributes/read-values.ts';
import { statusColumns } from './change-status.ts';
import { changeUser } from './change-user.ts';
import { readChanges, type UserProfile } from './details.ts';
import { userDisabled, userEnabled } from './events.ts';
import { replaceRoles, replaceSsoApps, replaceTenants, type TenantGrant } from './grants/grants.ts';
import { replaceAdditionalLoginIds } from './identifiers/change-login-ids.ts';
import { findUserId } from './load-user.ts';
import { type UserColumns, updateUserRow as updateRow } from './store-rows.ts';
import { isDisabled, type StoredUser, textsOf, type User } from './user.ts';

export interface UserChange extends UserProfile {
  /** Project roles. */
  roleNames?: string[];
  tenants?: TenantGrant[];
  /** Values by attribute name. An empty text or `null` removes the value. */
  customAttributes?: Record<string, unknown>;
  ssoAppIds?: string[];
  /** Replaces all login IDs except the first one and the one used in the call. */
  additionalLoginIds?: string[];
}

/**
 * Overwrites every field that the operation has a parameter for: an absent or empty parameter is cleared. Login ID
 * and status stay, and so do the SSO applications and the parts of the name unless they are given. A call changes
 * either project roles or tenants: tenants if they are given, else roles; without either, it clears both.
 */
export async function updateUser(ctx: ProjectContext, who: string, change: UserChange): Promise<User> {
  const { roleNames = [], tenants = [], customAttributes = {} } = change;
  const keepsRoles = tenants.length > 0;
  const keepsTenants = !keepsRoles && roleNames.length > 0;
  const values = await readAttributeValues(ctx, withoutEmpty(customAttributes));
  return changeUser(ctx, who, async (ctx, user) => {
    await applyChange(ctx, who, user, {
      ...replacedTexts(change),
      test: change.test,
      email: change.email ?? '',
      verifiedEmail: change.verifiedEmail,
      phone: change.phone ?? '',
      verifiedPhone: change.verifiedPhone,
      storedAttributes: await mergeAttributeValues(ctx, {}, values),
      roleNames: keepsRoles ? undefined : roleNames,
      tenants: keepsTenants ? undefined : tenants,
      ssoAppIds: change.ssoAppIds,
      additionalLoginIds: change.additionalLoginIds ?? [],
    });
  });
}

/**
 * Changes only the given fields; an empty value clears the field. Custom attributes that are not named stay, and
 * `null` or an empty text removes one.
 */
export async function patchUser(ctx: ProjectContext, who: string, change: UserChange): Promise<User> {
  const { customAttributes, ...rest } = change;
  const values = await readAttributeChanges(ctx, customAttributes ?? {});
  return changeUser(ctx, who, async (ctx, user) => {
    const storedAttributes =
      customAttributes && (await mergeAttributeValues(ctx, user.storedAttributes, values));
    await applyChange(ctx, who, user, { ...rest, storedAttributes });
  });
}

/** Sets one attribute; an empty text removes its value. */
export function changeAttribute(
  ctx: ProjectContext,
  who: string,
  name: string,
  value: unknown,
): Promise<User> {
  return patchUser(ctx, who, { customAttributes: { [name]: value } });
}

/** Returns the values by attribute ID; `null` removes a value. */
function readAttributeChanges(ctx: ProjectContext, values: Record<string, unknown>) {
  const changes = Object.entries(values).map(([name, value]) => [name, value === '' ? null : value]);
  return readAttributeValues(ctx, Object.fromEntries(changes));
}

/** The parts of the name stay unless they are given, because not every SDK has parameters for them. */
function replacedTexts(change: UserChange): Partial<Record<TextField, string>> {
  const texts: Partial<Record<TextField, string>> = { ...textsOf(change) };
  for (const field of partsOfName) if (change[field] === undefined) delete texts[field];
  return texts;
}

function withoutEmpty(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== null));
}

type Change = Omit<UserChange, 'customAttributes'> & {
  storedAttributes: Record<string, unknown> | undefined;
};

/** Applies a change to the locked user. An undefined field stays as it is. */
async function applyChange(
  ctx: ProjectContext,
  who: string,
  user: StoredUser,
  change: Change,
): Promise<void> {
  const { storedAttributes, ssoAppIds, additionalLoginIds } = change;
  requireTestUser(change, user);
  const columns = { ...readChanges(change, user), ...(await statusColumns(ctx, user, change.status)) };
  if (columns.email !== undefined) await requireFreeAddress(ctx, user, user.email, columns.email);
  if (columns.phone !== undefined) await requireFreeAddress(ctx, user, user.phone, columns.phone);
  const row = changedColumns(
    { ...columns, ...(storedAttributes && { customAttributes: JSON.stringify(storedAttributes) }) },
    user,
  );
  await together([
    Object.keys(row).length > 0 && updateRow(ctx.db, ctx.project.id, user.id, row),
    replaceGrants(ctx, user, change),
  ]);
  if (isDisabled(columns)) await happen(ctx, userDisabled, { userId: user.id });
  const isBack = columns.status !== undefined && !isDisabled(columns) && isDisabled(user);
  if (isBack) await happen(ctx, userEnabled, { userId: user.id });
  if (additionalLoginIds) await replaceAdditionalLoginIds(ctx, user, who, additionalLoginIds);
  if (ssoAppIds) await replaceSsoApps(ctx, user.id, ssoAppIds);
}

async function replaceGrants(
  ctx: ProjectContext,
  user: StoredUser,
  { roleNames, tenants }: Change,
): Promise<void> {
  if (roleNames) await replaceRoles(ctx, user.id, '', roleNames);
  if (tenants) await replaceTenants(ctx, user, tenants);
}

/** Leaves out what stays, because SQLite writes the entries of every index that has an assigned column. */
function changedColumns(row: UserColumns, user: StoredUser): UserColumns {
  const before: Record<string, unknown> = {
    ...user,
    customAttributes: JSON.stringify(user.storedAttributes),
  };
  const isChanged = ([column, value]: [string, unknown]) => {
    const old = before[column];
    return value !== (typeof old === 'boolean' ? Number(old) : old);
  };
  return Object.fromEntries(Object.entries(row).filter(isChanged));
}

/**
 * Throws E011004 for marking a real user as a test user, because deleting all test users must leave every real
 * user. `false`, which one public SDK always sends, changes nothing.
 */
function requireTestUser({ test }: UserChange, user: StoredUser): void {
  if (!test || user.test) return;
  throw new ServiceError(
    'E011004',
    'test cannot be set for an existing user. Leave it out, or create a new user with test set to true',
  );
}

/**
 * Throws E111127 if the new address is another user's login ID, because then the two users could sign in as each
 * other. Users are never merged or deleted because of an address. Part of a change.
 */
export async function requireFreeAddress(
  ctx: ProjectData,
  user: StoredUser,
  old: string,
  address: string,
): Promise<void> {
  if (address === '' || address === old) return;
  const owner = await findUserId(ctx, address);
  if (owner !== undefined && owner !== user.id) {
    throw new ServiceError(
      'E111127',
      `${address} is the login ID of another user. Use another address, or change that user’s login ID ` +
        'first',
    );
  }
}
