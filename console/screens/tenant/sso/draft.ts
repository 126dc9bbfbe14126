import type { Client, Result, SsoSettings } from '../../../../client/client.ts';
import { baseUrl } from '../../../api/base-url.ts';

export type Protocol = 'saml' | 'oidc';

/** The settings of a connection as form values. */
export interface Draft {
  protocol: Protocol;
  domains: string[];
  redirectUrl: string;
  saml: SamlDraft;
  oidc: OidcDraft;
  roleMappings: { roleName: string; groups: string[] }[];
  defaultRoles: string[];
  groupsPriority: string[];
  /** Decides about users of Entra ID whose groups it leaves out. */
  groupOverage: SsoSettings['saml']['groupOverage'];
  /** Updates user attributes at each sign-in. */
  renewUserDetails: boolean;
}

export interface SamlDraft {
  source: 'url' | 'xml' | 'hand';
  metadataUrl: string;
  metadataXml: string;
  /** The identity provider to choose in metadata with several. The connection's own is kept if this is empty. */
  chosenEntityId: string;
  ssoUrl: string;
  entityId: string;
  /** PEM certificates, one after another. */
  certificates: string;
  /** Requests are signed as the metadata requests if this is empty. */
  signRequests: '' | 'yes' | 'no';
  /** The metadata decides if this is empty. */
  requestBinding: '' | 'redirect' | 'post';
  allowIdpInitiated: boolean;
  subjectNameIdFormat: string;
  /** Those of a migrated service provider. The server's own if they are empty. */
  spEntityId: string;
  spAcsUrl: string;
  attributes: SsoSettings['saml']['attributeMapping'];
}

export interface OidcDraft {
  source: 'issuer' | 'hand';
  name: string;
  issuer: string;
  clientId: string;
  /** The stored secret is kept if this is empty. */
  clientSecret: string;
  authUrl: string;
  tokenUrl: string;
  userDataUrl: string;
  jwksUrl: string;
  scope: string[];
  prompt: string[];
  /** The discovery document decides if this is empty. */
  clientAuthMethod: '' | 'client_secret_basic' | 'client_secret_post';
  manageProviderTokens: boolean;
  attributes: SsoSettings['oidc']['userAttrMapping'];
}

export const defaultConnectionId = 'default_ssoid';

/** Returns undefined for a connection that is not set up yet. */
export function protocolOf({ ssoId, tenant, saml, oidc }: SsoSettings): Protocol | undefined {
  const named = tenant.additionalSSOConfigs.find((one) => one.ssoId === ssoId)?.authType;
  const protocol = ssoId === defaultConnectionId ? tenant.authType : named;
  // A tenant can have an authentication type without a connection.
  if (protocol === 'saml' && saml.idpEntityId) return 'saml';
  return protocol === 'oidc' && oidc.clientId ? 'oidc' : undefined;
}

export function draftOf(settings: SsoSettings): Draft {
  const { saml, oidc, tenant } = settings;
  const protocol = protocolOf(settings) ?? 'saml';
  return {
    protocol,
    domains: tenant.domains,
    redirectUrl: protocol === 'saml' ? saml.redirectUrl : oidc.redirectUrl,
    saml: samlDraftOf(saml),
    oidc: oidcDraftOf(oidc),
    roleMappings: saml.groupsMapping.map(({ role, groups }) => ({ roleName: role.name, groups })),
    defaultRoles: saml.defaultSSORoles,
    groupsPriority: saml.groupsPriority,
    groupOverage: saml.groupOverage,
    renewUserDetails: saml.renewUserDetails,
  };
}

function samlDraftOf(saml: SsoSettings['saml']): SamlDraft {
  const isSetUp = saml.idpEntityId !== '';
  return {
    source: isSetUp && !saml.idpMetadataUrl ? 'hand' : 'url',
    metadataUrl: saml.idpMetadataUrl,
    metadataXml: '',
    chosenEntityId: '',
    ssoUrl: saml.idpSSOUrl,
    entityId: saml.idpEntityId,
    certificates: [saml.idpCertificate, ...saml.idpAdditionalCertificates].filter(Boolean).join('\n'),
    signRequests: isSetUp ? (saml.signRequests ? 'yes' : 'no') : '',
    requestBinding: isSetUp ? saml.requestBinding : '',
    allowIdpInitiated: saml.allowIdpInitiated,
    subjectNameIdFormat: saml.subjectNameIdFormat,
    spEntityId: migrated(saml.spEntityId),
    spAcsUrl: migrated(saml.spACSUrl),
    attributes: saml.attributeMapping,
  };
}

function oidcDraftOf(oidc: SsoSettings['oidc']): OidcDraft {
  const { name, issuer, clientId, authUrl, tokenUrl, userDataUrl, scope, prompt } = oidc;
  const isSetUp = clientId !== '';
  return {
    name,
    issuer,
    clientId,
    authUrl,
    tokenUrl,
    userDataUrl,
    scope,
    prompt,
    source: isSetUp && !oidc.discovered ? 'hand' : 'issuer',
    clientSecret: '',
    jwksUrl: oidc.JWKsUrl,
    clientAuthMethod: isSetUp ? oidc.clientAuthMethod : '',
    manageProviderTokens: oidc.manageProviderTokens,
    attributes: oidc.userAttrMapping,
  };
}

/** Saves the draft. The API overwrites the whole connection, so unchanged values are sent again. */
export function configure(client: Client, settings: SsoSettings, draft: Draft): Promise<Result<unknown>> {
  return draft.protocol === 'saml'
    ? configureSaml(client, settings, draft)
    : configureOidc(client, settings, draft);
}

function configureSaml(client: Client, settings: SsoSettings, draft: Draft): Promise<Result<unknown>> {
  const { ssoId, tenant } = settings;
  const { saml, domains, redirectUrl } = draft;
  const { providerID } = settings.saml;
  const details = {
    providerID,
    ...sharedOf(draft),
    attributeMapping: saml.attributes,
    subjectNameIdFormat: saml.subjectNameIdFormat.trim(),
    allowIdpInitiated: saml.allowIdpInitiated,
    ...(saml.signRequests && { signRequests: saml.signRequests === 'yes' }),
    ...(saml.requestBinding && { requestBinding: saml.requestBinding }),
    ...(saml.spEntityId && { spEntityId: saml.spEntityId.trim() }),
    ...(saml.spAcsUrl && { spACSUrl: saml.spAcsUrl.trim() }),
  };
  if (saml.source === 'hand') {
    const byHand = {
      ...details,
      idpUrl: saml.ssoUrl.trim(),
      entityId: saml.entityId.trim(),
      idpCert: saml.certificates.trim(),
    };
    return client.management.sso.configureSAMLSettings(tenant.id, byHand, redirectUrl, domains, ssoId);
  }
  const source =
    saml.source === 'url'
      ? { idpMetadataUrl: saml.metadataUrl.trim() }
      : { idpMetadataXml: saml.metadataXml.trim() };
  const chosen = saml.chosenEntityId.trim();
  const byMetadata = { ...details, ...source, ...(chosen && { entityId: chosen }) };
  return client.management.sso.configureSAMLByMetadata(tenant.id, byMetadata, redirectUrl, domains, ssoId);
}

function configureOidc(client: Client, settings: SsoSettings, draft: Draft): Promise<Result<undefined>> {
  const { ssoId, tenant } = settings;
  const { oidc, domains, redirectUrl } = draft;
  const byHand = oidc.source === 'hand';
  const input = {
    manageProviderTokens: oidc.manageProviderTokens,
    redirectUrl,
    ...sharedOf(draft),
    name: oidc.name.trim(),
    issuer: oidc.issuer.trim(),
    clientId: oidc.clientId.trim(),
    clientSecret: oidc.clientSecret,
    scope: oidc.scope,
    prompt: oidc.prompt as ('none' | 'login' | 'consent' | 'select_account')[],
    userAttrMapping: oidc.attributes,
    ...(byHand && {
      authUrl: oidc.authUrl.trim(),
      tokenUrl: oidc.tokenUrl.trim(),
      userDataUrl: oidc.userDataUrl.trim(),
      JWKsUrl: oidc.jwksUrl.trim(),
    }),
    ...(oidc.clientAuthMethod && { clientAuthMethod: oidc.clientAuthMethod }),
  };
  return client.management.sso.configureOIDCSettings(tenant.id, input, domains, ssoId);
}

/** Returns the fields of both protocols. */
function sharedOf({ roleMappings, defaultRoles, groupsPriority, groupOverage, renewUserDetails }: Draft) {
  return {
    groupOverage,
    renewUserDetails,
    roleMappings: roleMappings.filter(({ roleName }) => roleName),
    defaultSSORoles: defaultRoles,
    groupsPriority,
  };
}

/** Returns an address that a migrated service provider keeps. The server's own must not be stored as custom ones. */
function migrated(address: string): string {
  return address.startsWith(`${baseUrl}/v1/auth/saml/`) ? '' : address;
}
