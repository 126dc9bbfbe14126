import { isDeepStrictEqual } from 'node:util';
import type { ProjectContext } from '../../../core/context.ts';
import { requireVersion, versionOf } from '../../../protocols/scim/etag.ts';
import { readResource } from '../../../protocols/scim/read-resource.ts';
import { customSchemaId, type Resource } from '../../../protocols/scim/schema.ts';
import { invalidValue, ScimError } from '../../../protocols/scim/scim-error.ts';
import { together, transaction } from '../../../storage/transaction.ts';
import { knownOf } from '../../credentials/passwords/change-password.ts';
import { type PreparedPassword, prepareClear } from '../../credentials/passwords/prepare-password.ts';
import { type PasswordRules, rulesForUser } from '../../credentials/passwords/rules.ts';
import { setPreparedPassword } from '../../credentials/passwords/set-password.ts';
import { disabledElsewhere } from '../../directory/users/change-status.ts';
import { addTenant, removeTenant } from '../../directory/users/grants/change-grants.ts';
import { domainOf, isEmail, isPhone } from '../../directory/users/identifiers/address.ts';
import { changeLoginId } from '../../directory/users/identifiers/change-login-ids.ts';
import { requireAvailableAddress } from '../../directory/users/identifiers/prove-address.ts';
import { loadUserById } from '../../directory/users/load-user.ts';
import { holdUser } from '../../directory/users/revocations.ts';
import { patchUser, type UserChange } from '../../directory/users/update-user.ts';
import { isDisabled } from '../../directory/users/user.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { tenantHasDomain } from '../sso/find-domain.ts';
import { refreshSsoRoles } from '../sso/identities/refresh-roles.ts';
import { changedAttributes } from './custom-attributes.ts';
import { addressKeysOf } from './departures.ts';
import type { Directory } from './directory.ts';
import { type DirectoryEntry, personOf, seenOf, text, unassigned } from './directory-user.ts';
import { type LoadedUser, loadDirectoryUser } from './load-user.ts';
import { putEntry } from './store.ts';
import { deleteDepartures, putAddresses } from './store-addresses.ts';
import { insertGroupMembers } from './store-groups.ts';

/** A password that was hashed before the transaction that stores it. */
interface NewPassword {
  prepared: PreparedPassword;
  rules: PasswordRules;
}

/**
 * Changes a user of the directory to what `next` makes of the present content, which runs under a lock. Writes nothing if that is what is
 * there already.
 */
export async function changeDirectoryUser(
  ctx: ProjectContext,
  directory: Directory,
  id: string,
  next: (content: Resource) => Resource,
  ifMatch?: string,
): Promise<LoadedUser> {
  const password = await preparedPassword(ctx, directory, id, next);
  return transaction(ctx, async (ctx) => {
    await holdUser(ctx, id);
    const current = await loadDirectoryUser(ctx, directory, id);
    requireVersion(ifMatch, versionOf(current.content));
    const { password: clear, ...wanted } = next(current.content);
    // The user's own attributes changed while the password was hashed, so that the operation now gives one.
    if (clear !== undefined && !password)
      throw new ScimError(409, 'The user was changed at the same time. Try again');
    if (isDeepStrictEqual(wanted, current.content) && clear === undefined) return current;
    return saveUser(ctx, directory, current, wanted, clear === undefined ? undefined : password);
  });
}

/** Hashes the password that the change gives, outside of the transaction. */
async function preparedPassword(
  ctx: ProjectContext,
  directory: Directory,
  id: string,
  next: (content: Resource) => Resource,
): Promise<NewPassword | undefined> {
  const { content, isOwn, user } = await loadDirectoryUser(ctx, directory, id);
  const password = next(content)['password'];
  if (password === undefined) return undefined;
  if (!isOwn) throw notTheirs('password');
  const rules = await rulesForUser(ctx, id);
  return { rules, prepared: await prepareClear(ctx, text(password), { about: knownOf(user), rules }) };
}

/** Returns what a `PUT` makes of the content: without `active`, `password` or the project's attributes, these stay as they are. */
export function replacing(directory: Directory, body: unknown): (content: Resource) => Resource {
  const sent = readResource(directory.types.User, body);
  requireUserName(sent);
  return ({ active, [customSchemaId]: custom }) =>
    ordered(directory, { ...(custom !== undefined && { [customSchemaId]: custom }), active, ...sent });
}

/** Brings attributes into the order of the schema, so that equal content is written equally. */
export function ordered({ types }: Directory, content: Resource): Resource {
  return readResource(types.User, content);
}

export function requireUserName(resource: Resource): void {
  if (text(resource['userName']).trim() === '') throw invalidValue('userName is required');
}

function notTheirs(what: string): ScimError {
  return new ScimError(
    403,
    `${what} cannot be changed: the user also belongs to another tenant, or has roles in the project`,
    'mutability',
  );
}

async function saveUser(
  ctx: ProjectContext,
  directory: Directory,
  current: LoadedUser,
  next: Resource,
  password: NewPassword | undefined,
): Promise<LoadedUser> {
  const { user, content: before } = current;
  requireUserName(next);
  const isActive = (next['active'] ?? seenOf(user, current.isMember).active) === true;
  if (isActive && !current.isOwn && isDisabled(user)) throw disabledElsewhere();
  const isNoted = [
    await changeUserName(ctx, directory, current, text(next['userName'])),
    current.isOwn && (await changeAccount(ctx, directory, current, next)),
  ].some(Boolean);
  if (password) {
    const reuseAmount = password.rules.reuseAmount;
    await setPreparedPassword(ctx, user, password.prepared, { state: 'active', reuseAmount });
  }
  const joins = !current.isMember && isActive;
  const leaves = current.isMember && !current.isOwn && !isActive;
  if (joins) await addTenant(ctx, user.id, directory.tenantId);
  if (leaves) await removeTenant(ctx, user.id, directory.tenantId);
  await writeEntry(ctx, directory, user.id, next, {
    createdUser: current.entry?.createdUser ?? false,
    state: leaves || (!current.isMember && !joins) ? 'former' : 'member',
    after: Math.max(user.modifiedAt, current.entry?.modifiedAt ?? 0),
  });
  // The end of the membership has removed the places in groups. A former member comes back to them.
  if (leaves) await insertGroupMembers(ctx.db, placesOf(directory, current));
  if (joins) await refreshSsoRoles(ctx, directory.tenantId, [user.id]);
  if (!isNoted && !password && !joins && !leaves) {
    await recordAudit(ctx, {
      action: 'UserModified',
      userId: user.id,
      data: { fields: changedNames(before, next) },
    });
  }
  return loadDirectoryUser(ctx, directory, user.id);
}

function placesOf({ place }: Directory, { user, groups }: LoadedUser) {
  return groups.map(({ id }) => ({ ...place, groupId: id, userId: user.id }));
}

function changedNames(before: Resource, next: Resource): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(next)])];
  return names.filter((name) => !isDeepStrictEqual(before[name], next[name]));
}

async function changeUserName(
  ctx: ProjectContext,
  { tenantId }: Directory,
  { user, isOwn, content }: LoadedUser,
  userName: string,
): Promise<boolean> {
  const before = text(content['userName']);
  if (userName === before) return false;
  if (!isOwn) throw notTheirs('userName');
  const isAddress = isEmail(userName) || isPhone(userName);
  const isAsserted = isAddress && !(await tenantHasDomain(ctx, tenantId, domainOf(userName)));
  await changeLoginId(ctx, user.loginIds[0] ?? '', userName, { isAsserted });
  return true;
}

/** Changes the user's own fields that differ between the contents. Returns `false` if none does. */
async function changeAccount(
  ctx: ProjectContext,
  directory: Directory,
  { user, content: before }: LoadedUser,
  next: Resource,
): Promise<boolean> {
  const [was, is] = [personOf(before), personOf(next)];
  const change: UserChange = {};
  for (const field of ['name', 'givenName', 'middleName', 'familyName'] as const) {
    if (is[field] !== was[field]) change[field] = is[field];
  }
  if (is.email !== was.email && is.email !== user.email)
    Object.assign(change, await newEmail(ctx, directory, user.id, is.email));
  if (is.phone !== was.phone && is.phone !== user.phone)
    Object.assign(change, { phone: is.phone, verifiedPhone: false });
  const isActive = seenOf(user, true).active;
  const willBeActive = next['active'] ?? isActive;
  if (willBeActive !== isActive) change.status = willBeActive === true ? 'enabled' : 'disabled';
  const customAttributes = await changedAttributes(ctx, directory, before, next);
  if (Object.keys(customAttributes).length > 0) change.customAttributes = customAttributes;
  if (Object.keys(change).length === 0) return false;
  await patchUser(ctx, user.id, change);
  return true;
}

/** An address counts as verified in the tenant's own domains only. */
async function newEmail(
  ctx: ProjectContext,
  { tenantId }: Directory,
  userId: string,
  email: string,
): Promise<UserChange> {
  if (email === '') return { email };
  const isProven = await tenantHasDomain(ctx, tenantId, domainOf(email));
  if (isProven) await requireAvailableAddress(ctx, userId, 'email', email);
  return { email, verifiedEmail: isProven, isAsserted: !isProven };
}

/** The largest resource, as JSON. Photos belong on a server of their own. */
const maxBytes = 65_536;

/** Stores what the directory says of a user, and what the user's own fields are now. */
export async function writeEntry(
  ctx: ProjectContext,
  { place }: Directory,
  userId: string,
  content: Resource,
  { after, ...facts }: Pick<DirectoryEntry, 'state' | 'createdUser'> & { after: number },
): Promise<void> {
  const { externalId, active, userName: _, ...rest } = content;
  const attributes = { ...rest, ...(active === undefined && { active: unassigned }) };
  const size = Buffer.byteLength(JSON.stringify(attributes));
  if (size > maxBytes) throw invalidValue(`A user can have at most ${maxBytes} bytes`);
  if (text(externalId).length > 1_024) throw invalidValue('externalId can have at most 1,024 characters');
  const keys = addressKeysOf(content);
  await putEntry(ctx.db, place, {
    userId,
    externalId: text(externalId),
    attributes,
    seen: seenOf(await loadUserById(ctx, userId), facts.state === 'member'),
    // Two changes within a millisecond have different times.
    modifiedAt: Math.max(ctx.now(), after + 1),
    ...facts,
  });
  await together([
    putAddresses(ctx.db, place, userId, keys),
    facts.state === 'member' && active !== false && deleteDepartures(ctx.db, place, keys),
  ]);
}
