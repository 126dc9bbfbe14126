import type { ProjectContext, TimedProjectData } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { ask } from '../../../../core/event.ts';
import { newId } from '../../../../core/ids.ts';
import { decideAgain } from '../../../../storage/transaction.ts';
import { withdrawChallenges } from '../../../credentials/challenges/issue.ts';
import { defaultRoleIds } from '../../../directory/roles/default-roles.ts';
import { defaultConnectionId, type Tenant } from '../../../directory/tenants/tenant.ts';
import { createUser } from '../../../directory/users/create-user.ts';
import { addTenant } from '../../../directory/users/grants/change-grants.ts';
import { isEmail, isPhone } from '../../../directory/users/identifiers/address.ts';
import { findAddressee } from '../../../directory/users/identifiers/find-addressee.ts';
import { leaveAddressToOwner } from '../../../directory/users/identifiers/leave-address.ts';
import { foldLoginId, readLoginId } from '../../../directory/users/identifiers/login-id.ts';
import { proveAddress } from '../../../directory/users/identifiers/prove-address.ts';
import { requireOwnName } from '../../../directory/users/identifiers/unproven-names.ts';
import { findUserId, loadUserById } from '../../../directory/users/load-user.ts';
import { isFreePhone, type RenewedAddress, renewDetails } from '../../../directory/users/renew-details.ts';
import { maxLoginIdLength } from '../../../directory/users/user.ts';
import { endSessionsOf } from '../../../sessions/sessions/end-session.ts';
import type { Connection } from '../connection.ts';
import type { SsoPerson } from '../details.ts';
import { directoryDeactivation } from '../events.ts';
import { SsoRefusal } from '../refusal.ts';
import type { AssertedAddress } from './asserted.ts';
import { type AccountDecision, type AccountFacts, decideAccount, type Holder } from './decide-account.ts';
import { evictProviders } from './forget-identities.ts';
import { isOfDirectory, listIdentitiesOfUser } from './store.ts';

export interface Arrival {
  connection: Connection;
  tenant: Tenant;
  person: SsoPerson;
  asserted: AssertedAddress;
  /** The custom attributes that fit, by name. */
  customAttributes: Record<string, unknown>;
  redirectUrl: string;
  /** The user who already has the identity, and whether the identity created that user. */
  known: { userId: string; createdUser: boolean } | undefined;
}

export interface Entered {
  userId: string;
  /** True if the sign-in created the user. */
  createdUser: boolean;
}

/** Carries out the decision of `decideAccount`, and updates the user. Part of a transaction. */
export async function enterAccount(ctx: ProjectContext, arrival: Arrival): Promise<Entered> {
  const { connection, asserted, known } = arrival;
  const decision = decideAccount(await factsOf(ctx, arrival, asserted));
  switch (decision.kind) {
    case 'refused':
      throw new SsoRefusal('user', decision.reason, arrival.redirectUrl);
    case 'new':
      return { userId: await bringUser(ctx, arrival, asserted, decision.addressFrom), createdUser: true };
    case 'existing':
      await joinAccount(ctx, arrival, asserted, decision);
      break;
  }
  if (connection.settings.renewUserDetails) {
    await renew(ctx, arrival, asserted, { userId: decision.userId, isOurs: known?.createdUser === true });
  }
  return { userId: decision.userId, createdUser: known?.createdUser === true };
}

async function factsOf(
  ctx: ProjectContext,
  { connection, tenant, known, person }: Arrival,
  { address, isForeign, isProven }: AssertedAddress,
): Promise<AccountFacts> {
  const { tenantId } = connection;
  const names = [person.loginId, person.subject];
  return {
    tenantId,
    connectionId: connection.id,
    jitDisabled: tenant.settings.jitDisabled,
    knownUserId: known?.userId,
    address,
    isForeign,
    isProven,
    isDeactivated: !known && (await ask(ctx, directoryDeactivation, { tenantId, address, names })),
    holder: known || !address ? undefined : await holderOf(ctx, tenantId, address),
  };
}

async function holderOf(
  ctx: ProjectContext,
  tenantId: string,
  address: string,
): Promise<Holder | 'several' | undefined> {
  const found = await findAddressee(ctx, address);
  if (typeof found !== 'object') return found === 'several' ? 'several' : undefined;
  const user = await loadUserById(ctx, found.id);
  return {
    id: user.id,
    email: user.email,
    emailVerified: user.verifiedEmail,
    provedEmail: user.verifiedEmail && user.provedEmail === user.email,
    selfRegistered: found.selfRegistered,
    tenantIds: user.tenants.map(({ tenantId }) => tenantId),
    identities: await listIdentitiesOfUser(ctx.db, ctx.project.id, user.id),
    isOfDirectory: await isOfDirectory(ctx.db, ctx.project.id, tenantId, user.id),
  };
}

/** Lets the owner of the address into an existing account. */
async function joinAccount(
  ctx: ProjectContext,
  { connection, redirectUrl }: Arrival,
  { address, isProven }: AssertedAddress,
  { userId, takesOver, evictedTenantIds, joinsTenant }: Extract<AccountDecision, { kind: 'existing' }>,
): Promise<void> {
  if (isProven) {
    const { loginIds } = await loadUserById(ctx, userId);
    const loginId = loginIds.map(foldLoginId).find((folded) => folded === foldLoginId(address)) ?? '';
    if (!(await proveAddress(ctx, { userId, kind: 'email', address, loginId, takesOver }))) {
      throw new SsoRefusal('user', 'Another person has verified that they own this account.', redirectUrl);
    }
  }
  if (evictedTenantIds.length > 0) {
    await evictProviders(ctx, userId, evictedTenantIds);
    // Before the upgrade that records it, nothing says which sessions their identity providers began.
    await endSessionsOf(ctx, userId);
  }
  if (joinsTenant) await addTenant(ctx, userId, connection.tenantId);
}

/** Creates the user in the tenant (just-in-time provisioning). */
async function bringUser(
  ctx: ProjectContext,
  { connection, tenant, person, customAttributes, redirectUrl }: Arrival,
  { address, loginId, isProven }: AssertedAddress,
  addressFrom: string | undefined,
): Promise<string> {
  if (addressFrom !== undefined) {
    await leaveAddressToOwner(ctx, addressFrom, address);
    await withdrawChallenges(ctx, { userId: addressFrom, exceptSlot: '' });
  }
  const { phone = '' } = person.details;
  try {
    const user = await createUser(ctx, {
      ...person.details,
      email: address,
      loginId: await freeLoginId(
        ctx,
        connection,
        usableLoginId(person, { address, loginId, isProven }),
        address,
      ),
      verifiedEmail: isProven,
      verifiedPhone: phone !== '' && isProven && person.phoneVerified && (await isFreePhone(ctx, '', phone)),
      customAttributes,
      // A user who later proves an address that the provider only asserts takes over the account.
      selfRegistered: !isProven,
      status: 'enabled',
      tenants: [{ tenantId: tenant.id, roleIds: await defaultRoleIds(ctx, tenant.id) }],
    });
    return user.id;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'E062107') {
      const reason =
        'A user with this login ID already exists and was not created by this identity provider.';
      // The directory, or another sign-in, may have created the user since `decideAccount`.
      decideAgain(new SsoRefusal('user', reason, redirectUrl));
    }
    if (error instanceof ServiceError && error.status === 400) {
      throw new SsoRefusal('attributes', `The user cannot be created: ${error.message}.`, redirectUrl);
    }
    throw error;
  }
}

/**
 * Returns the stated login ID, or an empty text if no new user can have it: it is too long, looks like a user ID, or is another address than
 * the user's own, which nobody has proven.
 */
export function usableLoginId(
  { details: { phone = '' } }: Pick<SsoPerson, 'details'>,
  { address, loginId, isProven }: Pick<AssertedAddress, 'address' | 'loginId' | 'isProven'>,
): string {
  try {
    readLoginId(loginId);
    if (!isProven) requireOwnName(loginId, { email: address, phone });
    return loginId;
  } catch (error) {
    if (error instanceof ServiceError) return '';
    throw error;
  }
}

/**
 * Returns the login ID of a new user. An empty name gets another one. Two identity providers may give two people the same short name, so a taken one gets its tenant in
 * front, which no provider can choose, and never leads to the other person's account. An address or a number is not such a name.
 */
async function freeLoginId(
  ctx: TimedProjectData,
  { tenantId, id }: Connection,
  name: string,
  address: string,
): Promise<string> {
  if (isEmail(name) || isPhone(name) || (name && (await findUserId(ctx, name)) === undefined)) return name;
  if (address) return address;
  const prefix = id === defaultConnectionId ? tenantId : `${tenantId}/${id}`;
  const inTenant = `${prefix}:${name}`;
  const isUsable = name !== '' && inTenant.length <= maxLoginIdLength;
  if (isUsable && (await findUserId(ctx, inTenant)) === undefined) return inTenant;
  // Another person had the name before, perhaps with another subject at this identity provider.
  const made = newId('U', ctx.now());
  return `${prefix.slice(0, maxLoginIdLength - made.length - 1)}:${made}`;
}

async function renew(
  ctx: ProjectContext,
  { person, customAttributes }: Arrival,
  { address, isForeign, isProven }: AssertedAddress,
  { userId, isOurs }: { userId: string; isOurs: boolean },
): Promise<void> {
  const { email: _, phone, ...profile } = person.details;
  const email: RenewedAddress = { address, isProven, mayBeUnproven: isOurs };
  await renewDetails(ctx, userId, {
    profile,
    ...(address && !isForeign && { email }),
    ...(phone && {
      phone: { address: phone, isProven: isProven && person.phoneVerified, mayBeUnproven: isOurs },
    }),
    customAttributes,
  });
}
