import { allProfileFields, nameParameters, parameterOf } from '../../../core/profile-fields.ts';

/** The calls of a key with the role `project-users`: users, what they have and where they belong. No call signs in as a user. */
export const userCalls = new Set(
  [
    'load loadUsers searchAll searchTestUsers history explain loadSignInSummary getCustomAttributes',
    'create createBatch update patch patchBatch delete deleteBatch updateStatus updateLoginId updateDisplayName',
    'updatePicture updateCustomAttribute updateEmail updatePhone updateRecoveryEmail updateRecoveryPhone',
    'addRoles setRoles removeRoles addTenant removeTenant addSSOapps setSSOapps removeSSOapps',
    'setTemporaryPassword setPassword setActivePassword expirePassword',
    'removeTOTPSeed listPasskeys removePasskey removeAllPasskeys removeRecoveryCodes',
    'listIdentities removeIdentity moveIdentity',
    'listTrustedDevices removeTrustedDevices listSessions revokeSessions logoutUser',
  ].flatMap((names) => names.split(' ').map((name) => `management.user.${name}`)),
)
  .add('management.tenant.removeSsoUser')
  .add('management.license.get');

/** The limits of a call by a key that is limited to tenants. */
export interface TenantRule {
  /** The only fields that may be given. */
  fields: readonly string[];
  /** The field that names tenants: an ID, several, or objects with a `tenantId`. */
  tenants?: string;
  /** Without that field the call is about all tenants of the key. Otherwise the field is required. */
  narrows?: true;
  /**
   * The user that `loginId` or `userId` names: `member` belongs to one of the key's tenants, `own` to no other tenant,
   * and has no role in the project that new users do not get.
   */
  user?: 'member' | 'own';
  /** The field that names a second user, who must be like the first one. */
  otherUser?: string;
}

const searchFields = [
  ...['tenantIds', 'roleNames', 'limit', 'page', 'cursor', 'sort', 'testUsersOnly', 'withTestUser'],
  ...['customAttributes', 'statuses', 'emails', 'phones', 'loginIds', 'identifier', 'userIds', 'text'],
  ...['fromCreatedTime', 'toCreatedTime', 'fromModifiedTime', 'toModifiedTime'],
  ...['verifiedEmail', 'verifiedPhone', 'totp', 'password', 'ssoOnly', 'webauthn'],
];
const profile = [
  ...allProfileFields.map(parameterOf),
  ...['loginId', 'customAttributes', 'verifiedEmail', 'verifiedPhone'],
];
const auditFields = [
  ...['tenants', 'userIds', 'actions', 'excludedActions', 'types', 'methods', 'devices', 'remoteAddresses'],
  ...['from', 'to', 'oldestFirst', 'limit', 'page'],
];

const ofOwn = (...fields: string[]): TenantRule => ({ fields: ['loginId', ...fields], user: 'own' });
const inTenant = (...fields: string[]): TenantRule => ({
  fields: ['tenantId', ...fields],
  tenants: 'tenantId',
});
const ofMember = (...fields: string[]): TenantRule => ({ ...inTenant('loginId', ...fields), user: 'member' });

/** The calls of keys that are limited to tenants, for which the role must also suffice. Every other call is refused. */
export const tenantCalls: Record<string, TenantRule> = {
  'management.license.get': { fields: [] },
  'management.user.load': { fields: ['loginId', 'userId'], user: 'member' },
  'management.user.searchAll': { fields: searchFields, tenants: 'tenantIds', narrows: true },
  'management.user.getCustomAttributes': { fields: [] },
  // Not `invite`: it would also reach a user who exists already, in whichever tenant.
  'management.user.create': { fields: [...profile, 'userTenants'], tenants: 'userTenants' },
  'management.user.patch': { fields: [...profile, 'status'], user: 'own' },
  'management.user.delete': ofOwn('userId'),
  'management.user.updateStatus': ofOwn('status'),
  'management.user.updateDisplayName': ofOwn(...nameParameters),
  'management.user.updatePicture': ofOwn('picture'),
  'management.user.updateCustomAttribute': ofOwn('attributeKey', 'attributeValue'),
  'management.user.updateEmail': ofOwn('email', 'verified', 'failOnConflict'),
  'management.user.updatePhone': ofOwn('phone', 'verified', 'failOnConflict'),
  'management.user.setTemporaryPassword': ofOwn('password'),
  'management.user.expirePassword': ofOwn(),
  'management.user.logoutUser': ofOwn('userId', 'sessionTypes'),
  'management.user.addTenant': { ...ofMember(), user: 'own' },
  'management.user.removeTenant': ofMember(),
  'management.user.listIdentities': { fields: ['loginId'], user: 'member' },
  'management.user.removeIdentity': ofMember('identityId'),
  'management.tenant.removeSsoUser': ofMember(),
  'management.user.moveIdentity': {
    ...ofMember('identityId', 'toLoginId'),
    user: 'own',
    otherUser: 'toLoginId',
  },
  'management.user.addRoles': ofMember('roleNames'),
  'management.user.setRoles': ofMember('roleNames'),
  'management.user.removeRoles': ofMember('roleNames'),
  'management.tenant.load': { fields: ['id'], tenants: 'id' },
  'management.tenant.getSettings': { fields: ['id'], tenants: 'id' },
  'management.tenant.searchAll': {
    fields: ['tenantIds', 'text', 'limit'],
    tenants: 'tenantIds',
    narrows: true,
  },
  'management.tenant.loadDomains': inTenant(),
  'management.tenant.getAuthenticatedSSOLink': inTenant('ssoId'),
  'management.tenant.getAuthenticatedSSOLinks': inTenant('ssoIds'),
  'management.password.getSettings': inTenant(),
  'management.sso.getSettings': inTenant(),
  'management.sso.loadSettings': inTenant('ssoId'),
  'management.sso.loadAllSettings': inTenant(),
  'management.sso.loadFailures': inTenant('ssoId'),
  'management.sso.loadLastTest': inTenant('ssoId'),
  'management.audit.search': { fields: auditFields, tenants: 'tenants', narrows: true },
};
