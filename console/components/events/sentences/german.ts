import type { Facts } from './facts.ts';
import { germanFailure } from './german-failures.ts';
import { ssoChanges, tenantChanges } from './german-tenant-changes.ts';
import { germanUserChange } from './german-user-changes.ts';
import { own, type Sentences } from './template.ts';

/** Adds the tenant if the event has one: `hat` and its verb stand around it. */
const inTenant = (what: string, verb: string) => (facts: Facts) =>
  facts.event.tenants.length > 0 ? `{actor} hat ${what} in {tenant} ${verb}` : `{actor} hat ${what} ${verb}`;

const tested = (what: string) => (facts: Facts) =>
  facts.text('error')
    ? `{actor} hat ${what} getestet, und es schlug fehl: {data.error}`
    : `{actor} hat ${what} getestet`;

export const german: Sentences = {
  LoginSucceed: ({ event }) =>
    ['saml', 'oidc'].includes(event.method) && event.tenants.length > 0
      ? '{user} hat sich bei {tenant} mit {how} angemeldet'
      : '{user} hat sich mit {how} angemeldet',
  LoginFailed: germanFailure,
  LoginStarted: '{user} hat eine Anmeldung begonnen',
  LoginExceedMaxAttempts: 'Das Passwort von {user} wurde nach zu vielen falschen Versuchen gesperrt',
  Logout: (facts) => {
    const sessions = facts.number('sessions');
    if (facts.text('sessionId'))
      return own('{user} hat eine Sitzung beendet', '{actor} hat eine Sitzung von {user} beendet')(facts);
    if ('sessions' in facts.event.data) {
      const count = sessions === 1 ? '1 Sitzung' : `${sessions} Sitzungen`;
      return own(`{user} hat ${count} beendet`, `{actor} hat ${count} von {user} beendet`)(facts);
    }
    return own('{user} hat sich abgemeldet', '{actor} hat {user} abgemeldet')(facts);
  },
  RefreshReused: ({ text }) =>
    text('token') === 'authorization code'
      ? 'Ein Autorisierungscode von {user} wurde zweimal benutzt, deshalb wurde die Sitzung beendet'
      : 'Ein Refresh-Token von {user} wurde zweimal benutzt, deshalb wurde die Sitzung beendet',
  AnonymousSessionStarted: 'Eine anonyme Sitzung hat begonnen',
  SessionModified: own(
    '{user} hat die eigene Sitzung geändert',
    '{actor} hat eine Sitzung von {user} geändert',
  ),
  ClientAssertionCreated: '{actor} hat eine Client-Assertion ausgestellt',
  AssertionKeyRotated: '{actor} hat den Schlüssel der Client-Assertions gewechselt',

  UserCreated: ({ event: { actorType } }) =>
    ['anonymous', 'user'].includes(actorType)
      ? '{user} hat sich registriert'
      : '{actor} hat den Benutzer {user} angelegt',
  UserModified: germanUserChange,
  UserDeleted: ({ isSelf, userName }) => {
    if (isSelf) return '{user} hat das eigene Konto gelöscht';
    return userName ? '{actor} hat den Benutzer {user} gelöscht' : '{actor} hat {user} gelöscht';
  },
  UserInvited: '{actor} hat {user} eingeladen',
  AccountExported: '{user} hat die eigenen Daten heruntergeladen',
  UserExported: '{actor} hat die Daten von {user} exportiert',
  AccountDeletionRequested: '{user} hat die Löschung des eigenen Kontos verlangt',
  AccountDeletionCancelled: own(
    '{user} hat die Löschung des eigenen Kontos zurückgenommen',
    '{actor} hat die Löschung des Kontos von {user} zurückgenommen',
  ),
  EmbeddedLinkCreated: '{actor} hat einen Anmeldelink für {user} erzeugt',
  PasskeyAdded: '{user} hat einen Passkey hinzugefügt',
  PasskeyRemoved: own('{user} hat einen Passkey entfernt', '{actor} hat einen Passkey von {user} entfernt'),
  DeviceTrusted: '{user} vertraut einem Gerät',
  DeviceForgotten: (facts) => {
    switch (facts.text('reason')) {
      case 'reused':
        return 'Einem Gerät von {user} wird nicht mehr vertraut, weil sein Token zweimal benutzt wurde';
      case 'accountChanged':
        return 'Den Geräten von {user} wird nicht mehr vertraut, weil sich das Konto geändert hat';
      case 'sessionsEnded':
        return 'Den Geräten von {user} wird nicht mehr vertraut, weil die Sitzungen beendet wurden';
      default:
        return own(
          '{user} hat ein vertrautes Gerät entfernt',
          '{actor} hat ein vertrautes Gerät von {user} entfernt',
        )(facts);
    }
  },
  SecurityNoticeAnswered: ({ text }) => {
    const outcome =
      text('outcome') === 'disabled'
        ? 'das Konto wurde gesperrt'
        : 'die Sitzungen sind beendet, das Passwort ist gesperrt';
    return `{user} hat gemeldet: „Das war ich nicht“ (${notices[text('kind')] ?? 'Sicherheitshinweis'}): ${outcome}`;
  },

  TenantCreated: '{actor} hat den Mandanten {tenant} angelegt',
  TenantModified: ({ event, text }) =>
    'defaultRoles' in event.data
      ? '{actor} hat die Standardrollen von {tenant} geändert'
      : (tenantChanges[text('change')] ?? '{actor} hat den Mandanten {tenant} geändert'),
  TenantDeleted: '{actor} hat {tenant} gelöscht',
  SsoModified: ({ text }) => ssoChanges[text('change')] ?? '{actor} hat das SSO von {tenant} geändert',
  SsoAnswerIncomplete: ({ text }) =>
    text('reason')
      ? 'Der Identitätsanbieter von {tenant} hat bei {user} etwas ausgelassen: {data.reason}'
      : 'Der Identitätsanbieter von {tenant} hat bei {user} etwas ausgelassen',
  SsoTested: ({ event, text }) => {
    if (event.data['succeeded'] === true) return 'Ein Test des SSO von {tenant} ist gelungen';
    return text('reason')
      ? 'Ein Test des SSO von {tenant} ist gescheitert: {data.reason}'
      : 'Ein Test des SSO von {tenant} ist gescheitert';
  },
  GroupCreated: inTenant('die Gruppe {name}', 'angelegt'),
  GroupModified: inTenant('die Gruppe {name}', 'geändert'),
  GroupDeleted: inTenant('die Gruppe {name}', 'gelöscht'),
  RoleCreated: inTenant('die Rolle {name}', 'angelegt'),
  RoleModified: inTenant('die Rolle {name}', 'geändert'),
  RoleDeleted: inTenant('die Rolle {name}', 'gelöscht'),
  PermissionCreated: '{actor} hat das Recht {name} angelegt',
  PermissionModified: '{actor} hat das Recht {name} geändert',
  PermissionDeleted: '{actor} hat das Recht {name} gelöscht',
  CustomAttributeCreated: '{actor} hat das eigene Attribut {name} hinzugefügt',
  CustomAttributeModified: '{actor} hat das eigene Attribut {name} geändert',
  CustomAttributeDeleted: '{actor} hat das eigene Attribut {name} gelöscht',

  ProjectCreated: ({ text }) =>
    text('clonedFrom')
      ? '{actor} hat das Projekt {name} als Kopie eines anderen angelegt'
      : '{actor} hat das Projekt {name} angelegt',
  ProjectDeleted: '{actor} hat das Projekt {name} gelöscht',
  ProjectCloned: '{actor} hat dieses Projekt nach {name} kopiert',
  ProjectImported: '{actor} hat das Projekt {name} importiert',
  ProjectModified: ({ text }) =>
    text('signingKey')
      ? '{actor} hat den Signaturschlüssel gewechselt'
      : '{actor} hat die Projekteinstellungen geändert',
  SnapshotImported: ({ number }) =>
    `{actor} hat einen Snapshot eingespielt, der ${number('count') === 1 ? '1 Datei' : `${number('count')} Dateien`} geändert hat`,
  PasswordSettingsModified: ({ event }) =>
    event.tenants.length > 0
      ? '{actor} hat die Passwortregeln von {tenant} geändert'
      : '{actor} hat die Passwortregeln geändert',
  SignInPolicyModified: ({ text, event }) => {
    const verb = event.data['after'] === null ? 'entfernt' : 'geändert';
    const of =
      { tenant: ' von {tenant}', role: ' einer Rolle', application: ' von {app}' }[text('scope')] ?? '';
    return `{actor} hat die Anmelderegeln${of} ${verb}`;
  },
  OAuthProviderModified: '{actor} hat den Anbieter {provider} geändert',
  OAuthProviderDeleted: '{actor} hat den Anbieter {provider} gelöscht',
  OAuthIdentityAdded: '{user} hat ein Konto bei {provider} verbunden',
  IdentityRemoved: ({ event, isSelf }) => {
    const account =
      event.tenants.length > 0 ? 'Konto beim Identitätsanbieter von {tenant}' : 'Konto bei {provider}';
    return isSelf
      ? `{user} hat die Verknüpfung gelöst: ${account}`
      : `{actor} hat bei {user} eine Verknüpfung gelöst: ${account}`;
  },
  IdentityMoved: ({ event, text }) => {
    const account =
      event.tenants.length > 0 ? 'Konto beim Identitätsanbieter von {tenant}' : 'Konto bei {provider}';
    return text('fromUserId')
      ? `{actor} hat ein ${account} von {data.fromUserId} auf {user} übertragen`
      : `{actor} hat ein ${account} von {user} auf ${text('toUserId') ? '{data.toUserId}' : 'einen anderen Benutzer'} übertragen`;
  },
  OAuthTokenRenewed: 'Das Token von {user} bei {provider} wurde erneuert',
  OAuthTokenRefused: 'Das Token von {user} bei {provider} ließ sich nicht erneuern',
  OAuthTokenShown: '{actor} hat das Token von {user} bei {provider} gelesen',

  ApplicationSignIn: ({ text }) => {
    if (text('grant') === 'client_credentials') return '{app} hat ein Token für sich selbst bekommen';
    return text('grant') === 'device_code'
      ? '{user} hat ein Gerät bei {app} angemeldet'
      : '{user} hat sich bei {app} angemeldet';
  },
  ApplicationConsentGiven: ({ event }) =>
    event.data['forEveryone'] === true
      ? '{user} hat {app} den Zugriff auf die Daten aller in {tenant} erlaubt'
      : '{user} hat {app} den Zugriff auf die eigenen Daten erlaubt',
  ApplicationConsentWithdrawn: (facts) =>
    facts.event.userId
      ? own(
          '{user} hat die Zustimmung für {app} widerrufen',
          '{actor} hat die Zustimmung von {user} für {app} widerrufen',
        )(facts)
      : '{actor} hat die Zustimmung von {tenant} für {app} widerrufen',
  ApplicationLogoutFailed: '{app} ließ sich nicht mitteilen, dass {user} abgemeldet ist',
  SsoAppCreated: '{actor} hat die Anwendung {app} hinzugefügt',
  SsoAppModified: '{actor} hat die Anwendung {app} geändert',
  SsoAppDeleted: '{actor} hat die Anwendung {app} gelöscht',
  SsoAppCertificateCreated: '{actor} hat ein Zertifikat für {app} erzeugt',
  SsoAppCertificateActivated: '{actor} hat das neue Zertifikat von {app} aktiviert',
  SsoAppSecretCreated: secretCreated,
  SsoAppSecretShown: '{actor} hat ein Client-Secret von {app} angesehen',
  SsoAppSecretRevoked: '{actor} hat ein Client-Secret von {app} widerrufen',
  SsoAppTested: ({ event }) =>
    event.data['refused'] === true
      ? '{user} hat die Anmeldung bei {app} getestet, und sie wurde abgewiesen'
      : '{user} hat die Anmeldung bei {app} getestet',
  InboundAppCreated: ({ event }) =>
    event.data['dynamic'] === true
      ? 'Die Fremdanwendung {app} hat sich selbst registriert'
      : '{actor} hat die Fremdanwendung {app} hinzugefügt',
  InboundAppModified: '{actor} hat die Fremdanwendung {app} geändert',
  InboundAppDeleted: '{actor} hat die Fremdanwendung {app} gelöscht',
  InboundAppSecretCreated: secretCreated,
  InboundAppSecretShown: '{actor} hat ein Client-Secret von {app} angesehen',
  InboundAppSecretRevoked: '{actor} hat ein Client-Secret von {app} widerrufen',
  McpServerCreated: '{actor} hat den MCP-Server {name} hinzugefügt',
  McpServerModified: '{actor} hat den MCP-Server {name} geändert',
  McpServerDeleted: '{actor} hat den MCP-Server {name} gelöscht',

  ConnectorModified: ({ text }) => `{actor} hat den ${connectorName(text('channel'))} geändert`,
  ConnectorDeleted: ({ text }) => `{actor} hat den ${connectorName(text('channel'))} gelöscht`,
  ConnectorTested: (facts) => tested(`den ${connectorName(facts.text('channel'))}`)(facts),
  MessageRetried: '{actor} hat eine Nachricht noch einmal gesendet',
  FlowCreated: '{actor} hat den Flow {data.id} hinzugefügt',
  FlowModified: '{actor} hat den Flow {data.id} geändert',
  FlowDeleted: '{actor} hat den Flow {data.id} gelöscht oder auf das Original zurückgesetzt',
  MessageTemplateModified:
    '{actor} hat die Nachrichtenvorlage {data.kind} ({data.channel}, {data.locale}) geändert',
  MessageTemplateDeleted:
    '{actor} hat die Nachrichtenvorlage {data.kind} ({data.channel}, {data.locale}) zurückgesetzt',
  WebhookCreated: '{actor} hat den Webhook {data.url} hinzugefügt',
  WebhookModified: ({ text }) =>
    text('secret')
      ? '{actor} hat das Secret eines Webhooks ersetzt'
      : '{actor} hat den Webhook {data.url} geändert',
  WebhookDeleted: '{actor} hat einen Webhook gelöscht',
  WebhookReplayed: '{actor} hat ein Webhook-Ereignis noch einmal gesendet',
  WebhookTested: '{actor} hat einen Webhook getestet',

  AccessKeyCreated: '{actor} hat den Zugriffsschlüssel {name} angelegt',
  AccessKeyModified: keyModified('Zugriffsschlüssel'),
  AccessKeyDeleted: '{actor} hat den Zugriffsschlüssel {name} gelöscht',
  AccessKeyExchanged: 'Der Zugriffsschlüssel {name} hat eine Sitzung begonnen',
  ManagementKeyCreated: '{actor} hat den Verwaltungsschlüssel {name} angelegt',
  ManagementKeyModified: keyModified('Verwaltungsschlüssel'),
  ManagementKeyDeleted: '{actor} hat den Verwaltungsschlüssel {name} gelöscht',

  AuditEventsRemoved: '{actor} hat alte Ereignisse aus dem Protokoll entfernt',
  AuditKeyRotated: '{actor} hat den Schlüssel des Protokolls gewechselt',
  AuditStreamCreated: '{actor} hat den Protokollstrom {name} hinzugefügt',
  AuditStreamDeleted: '{actor} hat einen Protokollstrom gelöscht',
  AuditStreamTested: tested('einen Protokollstrom'),

  Impersonated: '{actor} handelt seitdem als {user}',
  ImpersonationStopped: (facts) => {
    if (facts.text('reason')) return 'Das Handeln als {user} wurde beendet: {data.reason}';
    return facts.event.actingAs
      ? '{actor} handelt nicht mehr als {user}'
      : 'Das Handeln als {user} wurde beendet';
  },
  ImpersonationRefused: ({ text }) =>
    text('reason')
      ? '{actor} durfte nicht als {user} handeln: {data.reason}'
      : '{actor} durfte nicht als {user} handeln',
  ConsentGiven: '{user} hat {impersonator} erlaubt, in eigenem Namen zu handeln',
  ConsentWithdrawn: own(
    '{user} erlaubt {impersonator} nicht mehr, in eigenem Namen zu handeln',
    '{actor} hat die Erlaubnis von {user} für {impersonator} widerrufen',
  ),
};

const notices: Record<string, string> = {
  newDevice: 'Anmeldung auf neuem Gerät',
  passwordChanged: 'geändertes Passwort',
  factorAdded: 'neuer Faktor',
  factorRemoved: 'entfernter Faktor',
  addressChanged: 'geänderte E-Mail-Adresse',
  recoveryCodeUsed: 'Wiederherstellungscode benutzt',
  accountLocked: 'gesperrtes Passwort',
  deletionRequested: 'verlangte Löschung',
};

function connectorName(channel: string): string {
  return channel === 'sms' ? 'SMS-Connector' : 'E-Mail-Connector';
}

function secretCreated({ event }: Facts): string {
  return event.data['rotated'] === true
    ? '{actor} hat die Client-Secrets von {app} ersetzt'
    : '{actor} hat ein Client-Secret für {app} erzeugt';
}

function keyModified(key: string) {
  return ({ text, event, changedTo }: Facts): string => {
    const status = text('status') || changedTo('status');
    if (event.data['rotated'] === true) return `{actor} hat das Secret des ${key}s {name} ersetzt`;
    if (status === 'inactive') return `{actor} hat den ${key} {name} abgeschaltet`;
    if (status === 'active') return `{actor} hat den ${key} {name} eingeschaltet`;
    return `{actor} hat den ${key} {name} geändert`;
  };
}
