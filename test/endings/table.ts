import type { Tables } from '../../server/storage/tables.ts';
import type { EventName } from './events.ts';
import type { makers } from './things.ts';

/**
 * Says what ends with what. A row is a thing that a user, a tenant, an application or a key has, and what each event does to it. The
 * tests are made from it: they give the thing to a user, let the event happen, and try the thing.
 *
 * A new thing gets a row here and a maker in `things.ts`. A new event gets an action in `events.ts`, and every row then names it. A
 * new table that names a user, a tenant or an application is named by a row, or in `tablesBeside`.
 */
export interface Row {
  tables: (keyof Tables)[];
  /** After these it no longer works. */
  ends: EventName[];
  /** It outlives these, with the reason. */
  stays: Partial<Record<EventName, string>>;
  /** These have nothing to do with it, or do not happen while there is one. */
  unrelated: EventName[];
}

const ofMembership = [
  'membership ended',
  'member again',
  'tenant deleted',
  'tenant created again',
] satisfies EventName[];
const ofTenant = [...ofMembership, 'tenant disabled'] satisfies EventName[];
/** The events of a sub-tenant, in which the subject is no member and has the roles of the tenant above. */
const ofSubTenant = [
  'inheritance closed',
  'sub-tenant disabled',
  'sub-tenant deleted',
  'sub-tenant created again',
] satisfies EventName[];
const ofApplication = [
  'application grant removed',
  'application disabled',
  'application deleted',
  'client secret replaced',
] satisfies EventName[];
const ofFactors = ['factor removed', 'factor replaced'] satisfies EventName[];
const ofOthers = ['consent withdrawn', 'provider deleted', 'key revoked'] satisfies EventName[];
const notOfUser = [...ofTenant, ...ofApplication, ...ofOthers] satisfies EventName[];
/** The events of a user that leave what an administrator gave as it is. */
const ofUser = [
  ...ofFactors,
  'first proof of the address',
  'link of a security notice',
  'all sessions ended',
  'password changed',
  'password reset',
  'user disabled',
  'user enabled again',
  'user deleted',
  'role removed',
] satisfies EventName[];

const notOf = (...names: EventName[]) => names;
const without = (all: readonly EventName[], ...names: EventName[]) =>
  all.filter((one) => !names.includes(one));

/** These end everything that another person does in the user's name. */
const endOfAccess = [
  'first proof of the address',
  'link of a security notice',
  'all sessions ended',
  'password reset',
  'user disabled',
  'user enabled again',
  'user deleted',
] satisfies EventName[];

/** With these ends a secret that was sent to the user's address. */
const endOfSecrets = without(endOfAccess, 'all sessions ended');

const byOwner = 'the user makes the change in this session';
const atTheBeginning = 'a session has the factors with which it began';
const nextRefresh = 'the next refresh leaves it out of the tokens';
const askedWithoutSession = 'it was sent to the address, and asked for without a session';
const ownFactor = 'the owner removes it after signing in: the reader of a mail must not weaken the account';
const allowed = 'it is not a way in, and the account page lists it';
const ofTheTenant = 'it is the tenant’s, whose other administrators see it';
const given = 'an administrator gave it';
const isDisabled = 'an administrator disabled and enabled the user, whose account it is';

export const table: Record<keyof typeof makers, Row> = {
  session: {
    tables: ['sessions', 'endedSessions'],
    ends: endOfAccess,
    stays: {
      'password changed': byOwner,
      'factor removed': atTheBeginning,
      'factor replaced': byOwner,
      'role removed': nextRefresh,
      'membership ended': nextRefresh,
      'tenant deleted': nextRefresh,
      'tenant created again': 'the session is the user’s, not the tenant’s',
    },
    unrelated: notOf(...ofSubTenant, 'member again', 'tenant disabled', ...ofApplication, ...ofOthers),
  },
  selectedTenant: {
    tables: ['tenantMembers'],
    ends: [...endOfAccess, ...ofTenant],
    stays: { 'role removed': 'the user is a member without a role, too' },
    unrelated: notOf(...ofSubTenant, 'password changed', ...ofFactors, ...ofApplication, ...ofOthers),
  },
  selectedSubTenant: {
    tables: ['tenantMembers'],
    ends: [...endOfAccess, 'role removed', ...ofTenant, ...ofSubTenant],
    stays: {},
    unrelated: notOf('password changed', ...ofFactors, ...ofApplication, ...ofOthers),
  },
  sessionOfProvider: {
    tables: ['ssoConnections', 'ssoDomains'],
    ends: [...without(endOfAccess, 'first proof of the address', 'password reset'), ...ofTenant],
    stays: {
      'role removed': 'the user is a member without a role, too',
      'provider deleted': 'the identity provider was the tenant’s when the session began',
    },
    // The user of a tenant that enforces its identity provider has no other way in.
    unrelated: notOf(
      ...ofSubTenant,
      'first proof of the address',
      'password changed',
      'password reset',
      ...ofFactors,
      ...ofApplication,
      'consent withdrawn',
      'key revoked',
    ),
  },
  anonymousSession: {
    tables: ['sessions'],
    ends: ['tenant disabled', 'tenant deleted', 'tenant created again'],
    stays: {},
    unrelated: notOf(
      ...ofSubTenant,
      ...ofUser,
      'membership ended',
      'member again',
      ...ofApplication,
      ...ofOthers,
    ),
  },
  applicationSession: {
    tables: ['applicationSessions'],
    ends: [...endOfAccess, ...ofApplication],
    stays: {
      'password changed': 'only the sessions that the user ends with it end',
      'membership ended': 'the application was granted to the user, not to the tenant',
    },
    unrelated: notOf(
      ...ofSubTenant,
      ...ofFactors,
      'role removed',
      ...without(ofTenant, 'membership ended'),
      ...ofOthers,
    ),
  },
  thirdPartySession: {
    tables: ['applicationSessions', 'inboundAppSecrets'],
    ends: [...endOfAccess, 'consent withdrawn', 'application deleted', 'client secret replaced'],
    stays: { 'role removed': nextRefresh, 'membership ended': 'the application does not act for the tenant' },
    unrelated: notOf(
      ...ofSubTenant,
      'password changed',
      ...ofFactors,
      ...without(ofTenant, 'membership ended'),
      'application grant removed',
      'application disabled',
      'provider deleted',
      'key revoked',
    ),
  },
  thirdPartySessionInTenant: {
    tables: ['applicationSessions'],
    ends: [...endOfAccess, ...ofTenant, 'consent withdrawn', 'application deleted', 'client secret replaced'],
    stays: { 'role removed': nextRefresh },
    unrelated: notOf(
      ...ofSubTenant,
      'password changed',
      ...ofFactors,
      'application grant removed',
      'application disabled',
      'provider deleted',
      'key revoked',
    ),
  },
  thirdPartySessionInSubTenant: {
    tables: ['applicationSessions'],
    ends: [
      ...endOfAccess,
      'role removed',
      ...ofTenant,
      ...ofSubTenant,
      'consent withdrawn',
      'application deleted',
      'client secret replaced',
    ],
    stays: {},
    unrelated: notOf(
      'password changed',
      ...ofFactors,
      'application grant removed',
      'application disabled',
      'provider deleted',
      'key revoked',
    ),
  },
  authorizationCode: {
    tables: ['authorizationCodes'],
    ends: [...endOfAccess, 'password changed', ...ofMembership, ...ofApplication],
    stays: {},
    unrelated: notOf(...ofSubTenant, ...ofFactors, 'role removed', 'tenant disabled', ...ofOthers),
  },
  authorizationCodeInSubTenant: {
    tables: ['authorizationCodes'],
    ends: [
      ...endOfAccess,
      'password changed',
      'role removed',
      ...ofTenant,
      ...ofSubTenant,
      'consent withdrawn',
      'application deleted',
      'client secret replaced',
    ],
    stays: {},
    unrelated: notOf(
      ...ofFactors,
      'application grant removed',
      'application disabled',
      'provider deleted',
      'key revoked',
    ),
  },
  deviceRequest: {
    tables: ['deviceRequests'],
    ends: [...endOfAccess, 'password changed', ...ofMembership, ...ofApplication],
    stays: {},
    unrelated: notOf(...ofSubTenant, ...ofFactors, 'role removed', 'tenant disabled', ...ofOthers),
  },
  applicationConsent: {
    tables: ['consents'],
    ends: [
      'first proof of the address',
      'link of a security notice',
      'user deleted',
      'consent withdrawn',
      'application deleted',
    ],
    stays: {
      'all sessions ended': allowed,
      'password reset': allowed,
      'user enabled again': isDisabled,
      'membership ended': 'the application does not act for the tenant',
      'client secret replaced': 'the user allowed the application, whatever its secret',
    },
    unrelated: notOf(
      ...ofSubTenant,
      'password changed',
      ...ofFactors,
      'user disabled',
      'role removed',
      ...without(ofTenant, 'membership ended'),
      'application grant removed',
      'application disabled',
      'provider deleted',
      'key revoked',
    ),
  },
  applicationConsentInTenant: {
    tables: ['consents'],
    ends: [
      'first proof of the address',
      'link of a security notice',
      'user deleted',
      ...ofMembership,
      'consent withdrawn',
      'application deleted',
    ],
    stays: { 'tenant disabled': 'it counts again when the tenant is enabled' },
    unrelated: notOf(
      ...ofSubTenant,
      ...without(ofUser, 'first proof of the address', 'link of a security notice', 'user deleted'),
      'application grant removed',
      'application disabled',
      'client secret replaced',
      'provider deleted',
      'key revoked',
    ),
  },
  applicationConsentInSubTenant: {
    tables: ['consents'],
    ends: [
      'first proof of the address',
      'link of a security notice',
      'user deleted',
      ...ofMembership,
      'sub-tenant deleted',
      'sub-tenant created again',
      'consent withdrawn',
      'application deleted',
    ],
    stays: {
      'role removed': 'it counts again with a role that passes on',
      'tenant disabled': 'it counts again when the tenant is enabled',
      'inheritance closed': 'it counts again when roles pass on again',
      'sub-tenant disabled': 'it counts again when the sub-tenant is enabled',
    },
    unrelated: notOf(
      ...without(
        ofUser,
        'first proof of the address',
        'link of a security notice',
        'user deleted',
        'role removed',
      ),
      'application grant removed',
      'application disabled',
      'client secret replaced',
      'provider deleted',
      'key revoked',
    ),
  },
  applicationConsentForTenant: {
    tables: ['consents'],
    ends: ['first proof of the address', 'tenant deleted', 'tenant created again', 'application deleted'],
    stays: {
      'link of a security notice': ofTheTenant,
      'user deleted': ofTheTenant,
      'role removed': ofTheTenant,
      'membership ended': ofTheTenant,
      'consent withdrawn': 'one user cannot withdraw what counts for all members',
      'tenant disabled': 'it counts again when the tenant is enabled',
    },
    unrelated: notOf(
      ...ofSubTenant,
      ...without(
        ofUser,
        'first proof of the address',
        'link of a security notice',
        'user deleted',
        'role removed',
      ),
      'member again',
      'application grant removed',
      'application disabled',
      'client secret replaced',
      'provider deleted',
      'key revoked',
    ),
  },
  applicationGrant: {
    tables: ['userSsoApps'],
    ends: ['user deleted', 'application grant removed', 'application disabled', 'application deleted'],
    stays: { 'first proof of the address': given, 'user enabled again': given },
    unrelated: notOf(
      ...ofSubTenant,
      ...without(ofUser, 'first proof of the address', 'user enabled again', 'user deleted'),
      ...ofTenant,
      'client secret replaced',
      ...ofOthers,
    ),
  },
  clientSecret: {
    tables: ['ssoAppSecrets'],
    ends: ['application disabled', 'application deleted', 'client secret replaced'],
    stays: {},
    unrelated: notOf(...ofSubTenant, ...ofUser, ...ofTenant, 'application grant removed', ...ofOthers),
  },
  impersonationConsent: {
    tables: ['impersonationConsents'],
    ends: [
      'first proof of the address',
      'link of a security notice',
      'user disabled',
      'user deleted',
      'consent withdrawn',
    ],
    stays: {
      'all sessions ended': allowed,
      'password reset': allowed,
      'user enabled again': isDisabled,
    },
    unrelated: notOf(
      ...ofSubTenant,
      'password changed',
      ...ofFactors,
      'role removed',
      ...ofTenant,
      ...ofApplication,
      'provider deleted',
      'key revoked',
    ),
  },
  impersonationOfTheUser: {
    tables: ['sessions'],
    ends: [...endOfAccess, 'consent withdrawn'],
    stays: { 'password changed': 'the user consented to it, and can withdraw that' },
    unrelated: notOf(
      ...ofSubTenant,
      ...ofFactors,
      'role removed',
      ...ofTenant,
      ...ofApplication,
      'provider deleted',
      'key revoked',
    ),
  },
  impersonationByTheUser: {
    tables: ['sessions'],
    ends: [...endOfAccess, 'role removed'],
    stays: { 'password changed': byOwner, 'membership ended': 'the right is held in the project' },
    unrelated: notOf(
      ...ofSubTenant,
      ...ofFactors,
      ...without(ofTenant, 'membership ended'),
      ...ofApplication,
      ...ofOthers,
    ),
  },
  sentCode: {
    tables: ['challenges'],
    ends: endOfSecrets,
    stays: { 'all sessions ended': askedWithoutSession, 'password changed': askedWithoutSession },
    unrelated: notOf(...ofSubTenant, ...ofFactors, 'role removed', ...notOfUser),
  },
  sentLink: {
    tables: ['challenges'],
    ends: endOfSecrets,
    stays: { 'all sessions ended': askedWithoutSession, 'password changed': askedWithoutSession },
    unrelated: notOf(...ofSubTenant, ...ofFactors, 'role removed', ...notOfUser),
  },
  invitation: {
    tables: ['challenges'],
    ends: endOfSecrets,
    stays: { 'all sessions ended': askedWithoutSession },
    unrelated: notOf(...ofSubTenant, 'password changed', ...ofFactors, 'role removed', ...notOfUser),
  },
  pendingEnrolment: {
    tables: ['totpSignUps'],
    ends: [...endOfAccess, ...ofFactors],
    stays: { 'password changed': byOwner },
    unrelated: notOf(...ofSubTenant, 'role removed', ...notOfUser),
  },
  pendingPasskey: {
    tables: ['passkeyCeremonies'],
    ends: endOfAccess,
    stays: { 'password changed': byOwner },
    unrelated: notOf(...ofSubTenant, ...ofFactors, 'role removed', ...notOfUser),
  },
  pendingFlow: {
    tables: ['flowExecutions'],
    ends: endOfAccess,
    stays: { 'password changed': byOwner },
    unrelated: notOf(...ofSubTenant, ...ofFactors, 'role removed', ...notOfUser),
  },
  pendingConsent: {
    tables: ['consentLinks'],
    ends: endOfAccess,
    stays: { 'password changed': byOwner },
    unrelated: notOf(...ofSubTenant, ...ofFactors, 'role removed', ...notOfUser),
  },
  pendingSso: {
    tables: ['ssoRequests'],
    ends: ['user disabled', 'tenant disabled', 'tenant deleted', 'tenant created again', 'provider deleted'],
    stays: {
      'all sessions ended': 'the identity provider signs the user in, and not who began it',
      'user enabled again': 'the identity provider signs the user in, and not who began it',
      'member again': 'the identity provider signs the user in, and not who began it',
    },
    unrelated: notOf(
      ...ofSubTenant,
      ...without(ofUser, 'all sessions ended', 'user disabled', 'user enabled again'),
      'membership ended',
      ...ofApplication,
      'consent withdrawn',
      'key revoked',
    ),
  },
  setupLink: {
    tables: ['ssoSetupLinks'],
    ends: ['tenant disabled', 'tenant deleted', 'tenant created again'],
    stays: {},
    unrelated: notOf(
      ...ofSubTenant,
      ...ofUser,
      'membership ended',
      'member again',
      ...ofApplication,
      ...ofOthers,
    ),
  },
  exchangeCode: {
    tables: ['exchangeCodes', 'oauthRequests'],
    ends: [...endOfAccess, 'password changed', ...ofMembership],
    stays: {},
    unrelated: notOf(
      ...ofSubTenant,
      ...ofFactors,
      'role removed',
      'tenant disabled',
      ...ofApplication,
      ...ofOthers,
    ),
  },
  password: {
    tables: ['passwords'],
    ends: [
      'first proof of the address',
      'link of a security notice',
      'password changed',
      'password reset',
      'user disabled',
      'user deleted',
    ],
    stays: { 'all sessions ended': 'the user signs in again with it', 'user enabled again': isDisabled },
    unrelated: notOf(...ofSubTenant, ...ofFactors, 'role removed', ...notOfUser),
  },
  authenticator: {
    tables: ['totpCredentials'],
    ends: ['first proof of the address', ...ofFactors, 'user disabled', 'user deleted'],
    stays: {
      'link of a security notice': ownFactor,
      'all sessions ended': 'the user signs in again with it',
      'password reset': 'it is what a reset has to be completed with',
      'user enabled again': isDisabled,
    },
    unrelated: notOf(...ofSubTenant, 'password changed', 'role removed', ...notOfUser),
  },
  passkey: {
    tables: ['passkeys'],
    ends: ['first proof of the address', 'user disabled', 'user deleted'],
    stays: {
      'link of a security notice': ownFactor,
      'all sessions ended': 'the user signs in again with it',
      'password reset': 'it is what a reset has to be completed with',
      'factor removed': 'it is another factor',
      'user enabled again': isDisabled,
    },
    unrelated: notOf(...ofSubTenant, 'password changed', 'factor replaced', 'role removed', ...notOfUser),
  },
  recoveryCodes: {
    tables: ['recoveryCodes'],
    ends: ['first proof of the address', 'user disabled', 'user deleted'],
    stays: {
      'link of a security notice': ownFactor,
      'all sessions ended': 'the user signs in again with it',
      'factor replaced': 'they stand in for the new factor',
      'user enabled again': isDisabled,
    },
    unrelated: notOf(
      ...ofSubTenant,
      'password changed',
      'password reset',
      'factor removed',
      'role removed',
      ...notOfUser,
    ),
  },
  trustedDevice: {
    tables: ['trustedDevices'],
    ends: [...endOfAccess, 'password changed', ...ofFactors],
    stays: {},
    unrelated: notOf(...ofSubTenant, 'role removed', ...notOfUser),
  },
  linkedProvider: {
    tables: ['oauthIdentities'],
    ends: ['first proof of the address', 'user disabled', 'user deleted', 'provider deleted'],
    stays: {
      'link of a security notice': ownFactor,
      'all sessions ended': 'the user signs in again with it',
      'user enabled again': isDisabled,
    },
    unrelated: notOf(
      ...ofSubTenant,
      'password changed',
      'password reset',
      ...ofFactors,
      'role removed',
      ...ofTenant,
      ...ofApplication,
      'consent withdrawn',
      'key revoked',
    ),
  },
  providerToken: {
    tables: ['oauthIdentities'],
    ends: ['first proof of the address', 'user deleted', 'provider deleted'],
    stays: { 'all sessions ended': 'the application’s server uses it without the user' },
    unrelated: notOf(
      ...ofSubTenant,
      ...without(ofUser, 'first proof of the address', 'user deleted', 'all sessions ended'),
      ...ofTenant,
      ...ofApplication,
      'consent withdrawn',
      'key revoked',
    ),
  },
  linkedSso: {
    tables: ['ssoIdentities', 'ssoTokens'],
    ends: ['user deleted', ...ofMembership, 'provider deleted'],
    stays: {
      'link of a security notice': ownFactor,
      'all sessions ended': 'the user signs in again with it',
      'user enabled again': isDisabled,
    },
    // The tenant has the domain: its identity provider proves the address.
    unrelated: notOf(
      ...ofSubTenant,
      'first proof of the address',
      'password changed',
      'password reset',
      ...ofFactors,
      'user disabled',
      'role removed',
      'tenant disabled',
      ...ofApplication,
      'consent withdrawn',
      'key revoked',
    ),
  },
  accessKeyOfUser: {
    tables: ['accessKeys'],
    ends: ['user disabled', 'user deleted', 'key revoked'],
    stays: {
      'first proof of the address': given,
      'link of a security notice': given,
      'all sessions ended': given,
      'user enabled again': given,
      'role removed': 'its next token leaves the role out',
      'membership ended': 'its next token leaves the tenant out',
    },
    unrelated: notOf(
      ...ofSubTenant,
      'password changed',
      'password reset',
      ...ofFactors,
      ...without(ofTenant, 'membership ended'),
      ...ofApplication,
      'consent withdrawn',
      'provider deleted',
    ),
  },
  accessKeyInTenant: {
    tables: ['accessKeyTenants', 'accessKeyRoles'],
    ends: ['tenant disabled', 'tenant deleted', 'tenant created again', 'key revoked'],
    stays: {},
    unrelated: notOf(
      ...ofSubTenant,
      ...ofUser,
      'membership ended',
      'member again',
      ...ofApplication,
      'consent withdrawn',
      'provider deleted',
    ),
  },
  managementKeyOfTenant: {
    tables: ['managementKeys'],
    ends: ['tenant deleted', 'tenant created again', 'key revoked'],
    stays: { 'tenant disabled': 'its users are managed while they cannot sign in' },
    unrelated: notOf(
      ...ofSubTenant,
      ...ofUser,
      'membership ended',
      'member again',
      ...ofApplication,
      'consent withdrawn',
      'provider deleted',
    ),
  },
  roleInTenant: {
    tables: ['userRoles', 'roles'],
    ends: ['user deleted', 'role removed', 'membership ended', 'tenant deleted'],
    stays: {
      'first proof of the address': given,
      'user enabled again': given,
      'tenant disabled': 'it counts again when the tenant is enabled',
    },
    // The event gives it again.
    unrelated: notOf(
      ...ofSubTenant,
      ...without(ofUser, 'first proof of the address', 'user enabled again', 'user deleted', 'role removed'),
      'member again',
      'tenant created again',
      ...ofApplication,
      ...ofOthers,
    ),
  },
  roleInProject: {
    tables: ['userRoles'],
    ends: ['user deleted', 'role removed'],
    stays: {
      'first proof of the address': given,
      'user enabled again': given,
      'membership ended': 'it is held in the project',
    },
    unrelated: notOf(
      ...ofSubTenant,
      ...without(ofUser, 'first proof of the address', 'user enabled again', 'user deleted', 'role removed'),
      ...without(ofTenant, 'membership ended'),
      ...ofApplication,
      ...ofOthers,
    ),
  },
  policyOfTenant: {
    tables: ['signInPolicies'],
    ends: ['tenant deleted', 'tenant created again'],
    stays: {},
    unrelated: notOf(
      ...ofSubTenant,
      ...ofUser,
      'membership ended',
      'member again',
      'tenant disabled',
      ...ofApplication,
      ...ofOthers,
    ),
  },
  noticeLink: {
    tables: ['securityNotices'],
    ends: ['link of a security notice', 'user deleted'],
    stays: {
      'all sessions ended': 'it is how the owner says that the event was not theirs',
      'password changed': 'it is how the owner says that the event was not theirs',
      'user enabled again': 'it is how the owner says that the event was not theirs',
    },
    // A notice goes to proven addresses. `not-me.test.ts` has the case of an account named after another one.
    unrelated: notOf(
      ...ofSubTenant,
      'first proof of the address',
      'password reset',
      ...ofFactors,
      'user disabled',
      'role removed',
      ...notOfUser,
    ),
  },
};

/** Cells that do not hold yet. Empty in a release. */
export const notYet: [keyof typeof makers, EventName][] = [];

const directory = 'the user or the tenant itself, and what they are called';
const record = 'it records what happened, and opens nothing';
const setting = 'a setting, which a foreign key deletes with its tenant or application';

/** The other tables that name a user, a tenant, an application or a session, with the reason why they need no row. */
export const tablesBeside: Partial<Record<keyof Tables, string>> = {
  accountDeletions: 'it ends nothing but the user, and enabling them ends it: `account-data.test.ts`',
  activeUsers: record,
  activityTenantCounts: record,
  auditEvents: record,
  auditRemovals: record,
  auditSeals: record,
  importedUsers:
    'the record of another product that a user was, which opens nothing and is deleted with the user',
  loginIds: directory,
  movedClientIds: 'the client ID that an application had elsewhere, which is given up with it',
  outbox: 'messages that are about to be sent; their secrets are in `challenges`',
  passwordSettings: 'a setting, deleted with its tenant: `tenant-settings.test.ts`',
  pushedRequests: 'a request without a user: the browser that brings it has to sign in',
  samlAppKeys: setting,
  samlParticipants: 'it is told when the session of the browser ends, and goes with it',
  scimAddresses: 'it finds users of a directory, and goes with them: `scim/departures.test.ts`',
  scimDepartures: 'it keeps people out whom a directory removed: `scim/departures.test.ts`',
  scimGroupMembers: 'it gives roles to members, and ends with the membership: `scim/groups.test.ts`',
  scimGroups: 'deleted with its tenant: `scim/groups.test.ts`',
  scimRequests: record,
  scimUsers: 'the words of a tenant’s directory about a user, which open nothing: `scim/users.test.ts`',
  secondFactorAsks: 'it begins a grace period, which another holder of the account cannot lengthen',
  seenDevices: 'it says which devices are not new, and goes with a previous holder',
  selfProvisioningDomains: setting,
  ssoAssertions: 'it refuses an assertion that comes again',
  ssoFailures: record,
  ssoTests: 'a test of a connection by its administrator, which signs nobody in',
  tenantDefaultRoles: setting,
  tenantDomains: setting,
};
