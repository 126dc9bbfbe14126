import { addressKey } from '../../../core/address-key.ts';
import type { ProjectContext, ProjectData } from '../../../core/context.ts';
import { isObject, type Resource } from '../../../protocols/scim/schema.ts';
import { isEmail } from '../../directory/users/identifiers/address.ts';
import { storedForms } from '../../directory/users/identifiers/login-id.ts';
import { findUserId } from '../../directory/users/load-user.ts';
import type { User } from '../../directory/users/user.ts';
import type { Place } from './place.ts';
import { listByEmail, listByExternalId } from './store.ts';
import {
  hasDeactivated,
  hasEntries,
  insertDepartures,
  listByAddressKey,
  listDepartedTenants,
  listDeparting,
  listTenantsWithout,
} from './store-addresses.ts';

// A user whom a directory has deactivated or deleted comes back through the directory or an administrator only. Proving an address in one of
// the tenant's self-provisioning domains is not enough, with no account.

/** Returns the keys of the addresses in a resource: its `emails`, and `userName` if it is one. */
export function addressKeysOf(content: Resource): string[] {
  const { emails, userName } = content;
  const values = Array.isArray(emails) ? emails.filter(isObject).map(({ value }) => value) : [];
  const texts = [...values, typeof userName === 'string' && isEmail(userName) ? userName : ''];
  const addresses = texts.filter((text): text is string => typeof text === 'string' && text !== '');
  return [...new Set(addresses.map(addressKey))];
}

/** Remembers the addresses of a user whom the directory deletes. */
export async function rememberDeparture(
  ctx: ProjectContext,
  place: Place,
  content: Resource,
  { email, loginIds }: User,
): Promise<void> {
  const own = [email, ...loginIds.filter(isEmail)].filter(Boolean).map(addressKey);
  await remember(
    ctx,
    [...new Set([...addressKeysOf(content), ...own])].map((key) => ({ ...place, key })),
  );
}

/** Remembers the addresses of deactivated users, who are about to be deleted or pass to another holder. */
export async function keepDepartures(ctx: ProjectContext, { userIds }: { userIds: string[] }): Promise<void> {
  const projectId = ctx.project.id;
  const departing = await listDeparting(ctx.db, projectId, userIds);
  await remember(
    ctx,
    departing.flatMap(({ tenantId, email, addressHash }) =>
      [email && addressKey(email), addressHash].flatMap((key) => (key ? [{ projectId, tenantId, key }] : [])),
    ),
  );
}

async function remember(ctx: ProjectContext, departures: (Place & { key: string })[]): Promise<void> {
  const departedAt = ctx.now();
  await insertDepartures(
    ctx.db,
    departures.map(({ key, ...place }) => ({ ...place, addressHash: key, departedAt })),
  );
}

/** Returns those of the tenants whose directory has deactivated or deleted the user, or another account with the address. */
export async function closedTenants(
  ctx: ProjectData,
  { userId, email, tenantIds }: { userId: string; email: string; tenantIds: string[] },
): Promise<string[]> {
  const projectId = ctx.project.id;
  const closed = new Set([
    ...(await listTenantsWithout(ctx.db, projectId, tenantIds, userId)),
    ...(await listDepartedTenants(ctx.db, projectId, tenantIds, addressKey(email))),
  ]);
  for (const tenantId of tenantIds) {
    if (closed.has(tenantId)) continue;
    if (await isDeactivated(ctx, { tenantId, address: email, names: [] })) closed.add(tenantId);
  }
  return [...closed];
}

/** Reports whether the tenant's directory has deactivated the person who has the address or one of the names. */
export async function isDeactivated(
  ctx: ProjectData,
  { tenantId, address, names }: { tenantId: string; address: string; names: string[] },
): Promise<boolean> {
  const place = { projectId: ctx.project.id, tenantId };
  if (!(await hasEntries(ctx.db, place))) return false;
  const ids = new Set(address ? await listByAddress(ctx, place, address) : []);
  for (const name of new Set(names.filter(Boolean))) {
    const owner = await findUserId(ctx, name);
    if (owner !== undefined) ids.add(owner);
    for (const id of await listByExternalId(ctx.db, place, name)) ids.add(id);
  }
  return ids.size > 0 && hasDeactivated(ctx.db, place, [...ids]);
}

/** Lists the users who have the address: in the directory, or as their own. Some may belong to other tenants. */
export async function listByAddress(ctx: ProjectData, place: Place, address: string): Promise<string[]> {
  const sent = await listByAddressKey(ctx.db, place, addressKey(address));
  const own = await listByEmail(ctx.db, place.projectId, storedForms(address));
  return [...new Set([...sent, ...own])].sort();
}
