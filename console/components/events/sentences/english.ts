import { englishFailure } from './english-failures.ts';
import { ssoChanges, tenantChanges } from './english-tenant-changes.ts';
import { englishUserChange } from './english-user-changes.ts';
import type { Facts } from './facts.ts';
import { own, type Sentences } from './template.ts';

/** Adds the tenant if the event has one. */
const inTenant = (sentence: string) => (facts: Facts) =>
  facts.event.tenants.length > 0 ? `${sentence} in {tenant}` : sentence;

const tested = (what: string) => (facts: Facts) =>
  facts.text('error') ? `{actor} tested ${what}, and it failed: {data.error}` : `{actor} tested ${what}`;

export const english: Sentences = {
  LoginSucceed: ({ event }) =>
    ['saml', 'oidc'].includes(event.method) && event.tenants.length > 0
      ? '{user} signed in to {tenant} with {how}'
      : '{user} signed in with {how}',
  LoginFailed: englishFailure,
  LoginStarted: '{user} started to sign in',
  LoginExceedMaxAttempts: 'The password of {user} was locked after too many wrong attempts',
  Logout: (facts) => {
    const sessions = facts.number('sessions');
    if (facts.text('sessionId'))
      return own('{user} ended a session', '{actor} ended a session of {user}')(facts);
    if ('sessions' in facts.event.data) {
      const count = sessions === 1 ? '1 session' : `${sessions} sessions`;
      return own(`{user} ended ${count}`, `{actor} ended ${count} of {user}`)(facts);
    }
    return own('{user} signed out', '{actor} signed {user} out')(facts);
  },
  RefreshReused: ({ text }) =>
    text('token') === 'authorization code'
      ? 'An authorization code of {user} was used twice, so the session was ended'
      : 'A refresh token of {user} was used twice, so the session was ended',
  AnonymousSessionStarted: 'An anonymous session started',
  SessionModified: own('{user} changed their session', '{actor} changed a session of {user}'),
  ClientAssertionCreated: '{actor} created a client assertion',
  AssertionKeyRotated: '{actor} rotated the key for client assertions',

  UserCreated: ({ event: { actorType } }) =>
    ['anonymous', 'user'].includes(actorType) ? '{user} signed up' : '{actor} created the user {user}',
  UserModified: englishUserChange,
  UserDeleted: ({ isSelf, userName }) => {
    if (isSelf) return '{user} deleted their account';
    return userName ? '{actor} deleted the user {user}' : '{actor} deleted {user}';
  },
  UserInvited: '{actor} invited {user}',
  AccountExported: '{user} downloaded their data',
  UserExported: '{actor} exported the data of {user}',
  AccountDeletionRequested: '{user} requested the deletion of their account',
  AccountDeletionCancelled: own(
    '{user} canceled the deletion of their account',
    '{actor} canceled the deletion of the account of {user}',
  ),
  EmbeddedLinkCreated: '{actor} created a sign-in link for {user}',
  PasskeyAdded: '{user} added a passkey',
  PasskeyRemoved: own('{user} removed a passkey', '{actor} removed a passkey of {user}'),
  DeviceTrusted: '{user} chose to trust a device',
  DeviceForgotten: (facts) => {
    switch (facts.text('reason')) {
      case 'reused':
        return 'A trusted device of {user} is no longer trusted, because its token was used twice';
      case 'accountChanged':
        return 'The devices of {user} are no longer trusted, because the account was changed';
      case 'sessionsEnded':
        return 'The devices of {user} are no longer trusted, because the sessions were ended';
      default:
        return own('{user} removed a trusted device', '{actor} removed a trusted device of {user}')(facts);
    }
  },
  SecurityNoticeAnswered: ({ text }) => {
    const outcome =
      text('outcome') === 'disabled' ? 'the account was disabled' : 'sessions ended and the password locked';
    return `{user} reported “This wasn’t me” (${notices[text('kind')] ?? 'security notice'}): ${outcome}`;
  },

  TenantCreated: '{actor} created the tenant {tenant}',
  TenantModified: ({ event, text }) =>
    'defaultRoles' in event.data
      ? '{actor} changed the default roles of {tenant}'
      : (tenantChanges[text('change')] ?? '{actor} changed the tenant {tenant}'),
  TenantDeleted: '{actor} deleted {tenant}',
  SsoModified: ({ text }) => ssoChanges[text('change')] ?? '{actor} changed the SSO of {tenant}',
  SsoAnswerIncomplete: ({ text }) =>
    text('reason')
      ? 'The identity provider of {tenant} did not send everything for {user}: {data.reason}'
      : 'The identity provider of {tenant} did not send everything for {user}',
  SsoTested: ({ event, text }) => {
    if (event.data['succeeded'] === true) return 'A test of the SSO of {tenant} succeeded';
    return text('reason')
      ? 'A test of the SSO of {tenant} failed: {data.reason}'
      : 'A test of the SSO of {tenant} failed';
  },
  GroupCreated: inTenant('{actor} created the group {name}'),
  GroupModified: inTenant('{actor} changed the group {name}'),
  GroupDeleted: inTenant('{actor} deleted the group {name}'),
  RoleCreated: inTenant('{actor} created the role {name}'),
  RoleModified: inTenant('{actor} changed the role {name}'),
  RoleDeleted: inTenant('{actor} deleted the role {name}'),
  PermissionCreated: '{actor} created the permission {name}',
  PermissionModified: '{actor} changed the permission {name}',
  PermissionDeleted: '{actor} deleted the permission {name}',
  CustomAttributeCreated: '{actor} added the custom attribute {name}',
  CustomAttributeModified: '{actor} changed the custom attribute {name}',
  CustomAttributeDeleted: '{actor} deleted the custom attribute {name}',

  ProjectCreated: ({ text }) =>
    text('clonedFrom')
      ? '{actor} created the project {name} as a copy of another'
      : '{actor} created the project {name}',
  ProjectDeleted: '{actor} deleted the project {name}',
  ProjectCloned: '{actor} copied this project to {name}',
  ProjectImported: '{actor} imported the project {name}',
  ProjectModified: ({ text }) =>
    text('signingKey') ? '{actor} rotated the signing key' : '{actor} changed the project settings',
  SnapshotImported: ({ number }) =>
    `{actor} imported a snapshot, which changed ${number('count') === 1 ? '1 file' : `${number('count')} files`}`,
  PasswordSettingsModified: ({ event }) =>
    event.tenants.length > 0
      ? '{actor} changed the password rules of {tenant}'
      : '{actor} changed the password rules',
  SignInPolicyModified: ({ text, event }) => {
    const verb = event.data['after'] === null ? 'removed' : 'changed';
    const of = { tenant: ' of {tenant}', role: ' of a role', application: ' of {app}' }[text('scope')] ?? '';
    return `{actor} ${verb} the sign-in policy${of}`;
  },
  OAuthProviderModified: '{actor} changed the provider {provider}',
  OAuthProviderDeleted: '{actor} deleted the provider {provider}',
  OAuthIdentityAdded: '{user} linked an account at {provider}',
  IdentityRemoved: ({ event, isSelf }) => {
    const account =
      event.tenants.length > 0 ? 'account at the identity provider of {tenant}' : 'account at {provider}';
    return isSelf ? `{user} unlinked the ${account}` : `{actor} removed the ${account} from {user}`;
  },
  IdentityMoved: ({ event, text }) => {
    const account =
      event.tenants.length > 0 ? 'account at the identity provider of {tenant}' : 'account at {provider}';
    return text('fromUserId')
      ? `{actor} moved the ${account} of {data.fromUserId} to {user}`
      : `{actor} moved the ${account} of {user} to ${text('toUserId') ? '{data.toUserId}' : 'another user'}`;
  },
  OAuthTokenRenewed: 'The token of {user} at {provider} was renewed',
  OAuthTokenRefused: 'The token of {user} at {provider} could not be renewed',
  OAuthTokenShown: '{actor} read the token of {user} at {provider}',

  ApplicationSignIn: ({ text }) => {
    if (text('grant') === 'client_credentials') return '{app} got a token for itself';
    return text('grant') === 'device_code'
      ? '{user} signed a device in to {app}'
      : '{user} signed in to {app}';
  },
  ApplicationConsentGiven: ({ event }) =>
    event.data['forEveryone'] === true
      ? '{user} allowed {app} to access the data of everyone in {tenant}'
      : '{user} allowed {app} to access their data',
  ApplicationConsentWithdrawn: (facts) =>
    facts.event.userId
      ? own(
          '{user} withdrew the consent for {app}',
          '{actor} withdrew the consent of {user} for {app}',
        )(facts)
      : '{actor} withdrew the consent of {tenant} for {app}',
  ApplicationLogoutFailed: '{app} could not be notified that {user} signed out',
  SsoAppCreated: '{actor} added the application {app}',
  SsoAppModified: '{actor} changed the application {app}',
  SsoAppDeleted: '{actor} deleted the application {app}',
  SsoAppCertificateCreated: '{actor} created a certificate for {app}',
  SsoAppCertificateActivated: '{actor} activated the new certificate of {app}',
  SsoAppSecretCreated: secretCreated,
  SsoAppSecretShown: '{actor} viewed a client secret of {app}',
  SsoAppSecretRevoked: '{actor} revoked a client secret of {app}',
  SsoAppTested: ({ event }) =>
    event.data['refused'] === true
      ? '{user} tested the sign-in to {app}, and the sign-in was rejected'
      : '{user} tested the sign-in to {app}',
  InboundAppCreated: ({ event }) =>
    event.data['dynamic'] === true
      ? 'The third-party application {app} registered itself'
      : '{actor} added the third-party application {app}',
  InboundAppModified: '{actor} changed the third-party application {app}',
  InboundAppDeleted: '{actor} deleted the third-party application {app}',
  InboundAppSecretCreated: secretCreated,
  InboundAppSecretShown: '{actor} viewed a client secret of {app}',
  InboundAppSecretRevoked: '{actor} revoked a client secret of {app}',
  McpServerCreated: '{actor} added the MCP server {name}',
  McpServerModified: '{actor} changed the MCP server {name}',
  McpServerDeleted: '{actor} deleted the MCP server {name}',

  ConnectorModified: ({ text }) => `{actor} changed the ${channelName(text('channel'))} connector`,
  ConnectorDeleted: ({ text }) => `{actor} deleted the ${channelName(text('channel'))} connector`,
  ConnectorTested: (facts) => tested(`the ${channelName(facts.text('channel'))} connector`)(facts),
  MessageRetried: '{actor} sent a message again',
  FlowCreated: '{actor} added the flow {data.id}',
  FlowModified: '{actor} changed the flow {data.id}',
  FlowDeleted: '{actor} deleted the flow {data.id}, or reset it to the original',
  MessageTemplateModified: '{actor} changed the message template {data.kind} ({data.channel}, {data.locale})',
  MessageTemplateDeleted: '{actor} reset the message template {data.kind} ({data.channel}, {data.locale})',
  WebhookCreated: '{actor} added the webhook {data.url}',
  WebhookModified: ({ text }) =>
    text('secret') ? '{actor} replaced the secret of a webhook' : '{actor} changed the webhook {data.url}',
  WebhookDeleted: '{actor} deleted a webhook',
  WebhookReplayed: '{actor} sent a webhook event again',
  WebhookTested: '{actor} tested a webhook',

  AccessKeyCreated: '{actor} created the access key {name}',
  AccessKeyModified: keyModified('access key'),
  AccessKeyDeleted: '{actor} deleted the access key {name}',
  AccessKeyExchanged: 'The access key {name} started a session',
  ManagementKeyCreated: '{actor} created the management key {name}',
  ManagementKeyModified: keyModified('management key'),
  ManagementKeyDeleted: '{actor} deleted the management key {name}',

  AuditEventsRemoved: '{actor} removed old events from the audit log',
  AuditKeyRotated: '{actor} rotated the key of the audit log',
  AuditStreamCreated: '{actor} added the audit stream {name}',
  AuditStreamDeleted: '{actor} deleted an audit stream',
  AuditStreamTested: tested('an audit stream'),

  Impersonated: '{actor} started to act as {user}',
  ImpersonationStopped: (facts) => {
    if (facts.text('reason')) return 'An impersonation of {user} was ended: {data.reason}';
    return facts.event.actingAs ? '{actor} stopped acting as {user}' : 'An impersonation of {user} ended';
  },
  ImpersonationRefused: ({ text }) =>
    text('reason')
      ? '{actor} was not allowed to act as {user}: {data.reason}'
      : '{actor} was not allowed to act as {user}',
  ConsentGiven: '{user} allowed {impersonator} to act as them',
  ConsentWithdrawn: own(
    '{user} no longer allows {impersonator} to act as them',
    '{actor} withdrew the consent of {user} to {impersonator}',
  ),
};

const notices: Record<string, string> = {
  newDevice: 'sign-in on a new device',
  passwordChanged: 'changed password',
  factorAdded: 'added factor',
  factorRemoved: 'removed factor',
  addressChanged: 'changed email address',
  recoveryCodeUsed: 'recovery code used',
  accountLocked: 'locked password',
  deletionRequested: 'requested deletion',
};

function channelName(channel: string): string {
  return channel === 'sms' ? 'SMS' : channel;
}

function secretCreated({ event }: Facts): string {
  return event.data['rotated'] === true
    ? '{actor} replaced the client secrets of {app}'
    : '{actor} created a client secret for {app}';
}

function keyModified(key: string) {
  return ({ text, event, changedTo }: Facts): string => {
    const status = text('status') || changedTo('status');
    if (event.data['rotated'] === true) return `{actor} replaced the secret of the ${key} {name}`;
    if (status === 'inactive') return `{actor} deactivated the ${key} {name}`;
    if (status === 'active') return `{actor} activated the ${key} {name}`;
    return `{actor} changed the ${key} {name}`;
  };
}
