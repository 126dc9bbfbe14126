import { ssoAdmin, userAdmin } from '../../../core/built-in-rights.ts';
import { allProfileFields, parameterOf } from '../../../core/profile-fields.ts';
import type { LimitKind } from '../../../core/rate-limits.ts';

/**
 * The limits of a call by a tenant's administrator. Fields that are listed nowhere are refused, unless they are empty. `tenantId` is refused
 * unless it names the administrator's tenant.
 */
export interface TenantAdministratorCall {
  /** The fields that may be given. */
  fields: readonly string[];
  /** Fields that the widgets send, and that do not count. */
  ignores?: readonly string[];
  /** The field that gets the tenant, whatever was given: as an ID, or in a list. */
  tenant?: 'tenantId' | 'id';
  tenants?: 'tenantIds' | 'tenants';
  /**
   * The user that `loginId` or `userId` names: `self` is the administrator, a `member` belongs to the tenant, and an `own` user to no other
   * tenant, and has no role in the project that new users do not get.
   */
  user?: 'self' | 'member' | 'own';
  /** Refused for the administrators themselves, who prove who they are to change how they sign in. */
  othersOnly?: true;
  /** Changes how the user signs in. Refused if the user has a role or permission that the administrator lacks. */
  signIn?: true;
  /** The IDs of built-in permissions, one of which the caller needs. Absent: `User Admin`. Only reads can open for another one. */
  rights?: readonly string[];
  /** The rate limit of a call that sends messages or asks another server, because any user can be an administrator. */
  limit?: LimitKind;
  /** Changes nothing. */
  reads?: true;
  /**
   * Hashes a password or asks another server, which must not happen while a transaction is open. The endpoint calls `ctx.stillAllowed` in the
   * transaction that follows.
   */
  waits?: true | undefined;
}

const profile = [...allProfileFields.map(parameterOf), 'loginId', 'customAttributes', 'roleNames'];
/** The public widgets send these with every user. Only the owner's proof verifies an address. */
const ofWidgets = ['verifiedEmail', 'verifiedPhone', 'userTenants', 'tenantId', 'tenant'];
const searchFields = [
  ...['limit', 'page', 'cursor', 'sort', 'withTestUser', 'customAttributes', 'statuses', 'emails', 'phones'],
  ...['loginIds', 'identifier', 'userIds', 'text', 'verifiedEmail', 'verifiedPhone', 'totp', 'password'],
  ...['ssoOnly', 'webauthn', 'fromCreatedTime', 'toCreatedTime', 'fromModifiedTime', 'toModifiedTime'],
];
const auditFields = [
  ...['userIds', 'actorIds', 'actions', 'excludedActions', 'types', 'methods', 'devices', 'remoteAddresses'],
  ...['text', 'from', 'to', 'oldestFirst', 'limit', 'page'],
];
const keyFields = ['name', 'description', 'roleNames', 'permittedIps', 'tenantId'];
const roleFields = ['name', 'description', 'permissionNames', 'default', 'tenantId'];

/** The tenant's profile is shown to those who set up its single sign-on, too. */
const eitherRight = [userAdmin.id, ssoAdmin.id];

const rolesOfMember: TenantAdministratorCall = {
  fields: ['loginId', 'roleNames', 'tenantId'],
  tenant: 'tenantId',
  user: 'member',
};
const oneKey: TenantAdministratorCall = { fields: ['id'] };
const ownDomain: TenantAdministratorCall = { fields: ['tenantId', 'domain'], tenant: 'tenantId' };
const severalKeys: TenantAdministratorCall = { fields: ['ids'] };

/**
 * The management calls that are open to a tenant's administrators. Every other call refuses their tokens. `checks.ts` has what a call must
 * satisfy beyond these limits.
 */
export const tenantAdministratorCalls: Record<string, TenantAdministratorCall> = {
  'management.user.searchAll': {
    fields: searchFields,
    ignores: ['tenantIds'],
    tenants: 'tenantIds',
    reads: true,
  },
  'management.user.load': { fields: ['loginId', 'userId'], user: 'member', reads: true },
  'management.user.getCustomAttributes': { fields: [], reads: true },
  'management.user.create': {
    fields: [...profile, 'invite', 'sendMail', 'sendSMS'],
    ignores: ofWidgets,
    limit: 'message',
  },
  'management.user.patch': { fields: profile, ignores: ofWidgets, user: 'own' },
  'management.user.updateStatus': { fields: ['loginId', 'status'], user: 'own' },
  'management.user.deleteBatch': { fields: ['userIds'] },
  'management.user.setTemporaryPassword': {
    fields: ['loginId'],
    user: 'own',
    othersOnly: true,
    signIn: true,
    waits: true,
  },
  'management.user.removeAllPasskeys': {
    fields: ['loginId'],
    user: 'own',
    othersOnly: true,
    signIn: true,
  },
  'management.user.listPasskeys': { fields: ['loginId'], user: 'self', reads: true },
  'management.user.removeTenant': {
    fields: ['loginId', 'tenantId'],
    tenant: 'tenantId',
    user: 'member',
  },
  'management.user.addRoles': rolesOfMember,
  'management.user.setRoles': rolesOfMember,
  'management.user.removeRoles': rolesOfMember,
  'management.role.loadAll': { fields: [], reads: true },
  'management.role.loadAllOfSubTenants': { fields: [], reads: true },
  'management.role.search': {
    fields: ['roleNames', 'roleNameLike', 'text', 'permissionNames', 'roleIds', 'sort', 'limit', 'page'],
    ignores: ['tenantIds', 'includeProjectRoles'],
    tenants: 'tenantIds',
    reads: true,
  },
  'management.role.create': { fields: roleFields, tenant: 'tenantId' },
  'management.role.update': { fields: [...roleFields, 'id', 'newName'], tenant: 'tenantId' },
  'management.role.deleteBatch': { fields: ['roleNames', 'roleIds', 'tenantId'], tenant: 'tenantId' },
  'management.permission.loadAll': { fields: [], reads: true },
  'management.accessKey.searchAll': {
    fields: ['text', 'sort', 'limit', 'page'],
    ignores: ['tenantIds'],
    tenants: 'tenantIds',
    reads: true,
  },
  'management.accessKey.load': { ...oneKey, reads: true },
  'management.accessKey.create': { fields: [...keyFields, 'expireTime'] },
  'management.accessKey.update': { fields: ['id', ...keyFields] },
  'management.accessKey.rotate': oneKey,
  'management.accessKey.activate': oneKey,
  'management.accessKey.activateBatch': severalKeys,
  'management.accessKey.deactivate': oneKey,
  'management.accessKey.deactivateBatch': severalKeys,
  'management.accessKey.delete': oneKey,
  'management.accessKey.deleteBatch': severalKeys,
  'management.audit.search': { fields: auditFields, ignores: ['tenants'], tenants: 'tenants', reads: true },
  'management.tenant.loadDomains': { fields: ['tenantId'], tenant: 'tenantId', reads: true },
  'management.tenant.createDomain': ownDomain,
  'management.tenant.verifyDomain': { ...ownDomain, waits: true, limit: 'ssoStart' },
  'management.tenant.deleteDomain': ownDomain,
  'management.tenant.loadDirectory': { fields: ['tenantId'], tenant: 'tenantId', reads: true },
  'management.tenant.load': { fields: ['id'], tenant: 'id', rights: eitherRight, reads: true },
  'management.tenant.patch': { fields: ['id', 'name', 'customAttributes'], tenant: 'id', limit: 'ssoStart' },
  'management.tenant.getSettings': { fields: ['id'], tenant: 'id', reads: true },
  'management.password.getSettings': { fields: ['tenantId'], tenant: 'tenantId', reads: true },
  'management.tenant.getAuthenticatedSSOLink': {
    fields: ['tenantId', 'ssoId'],
    tenant: 'tenantId',
    rights: [ssoAdmin.id],
    reads: true,
  },
  'management.tenant.getAuthenticatedSSOLinks': {
    fields: ['tenantId', 'ssoIds'],
    tenant: 'tenantId',
    // The widget shows nothing at all if this call fails. Without `SSO Admin` the links are empty.
    rights: eitherRight,
    reads: true,
  },
};

/** Returns the IDs of the permissions, one of which a caller of the endpoint needs. */
export function rightsFor(name: string): readonly string[] {
  return tenantAdministratorCalls[name]?.rights ?? [userAdmin.id];
}
