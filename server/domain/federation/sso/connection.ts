import type { Row } from '../../../storage/tables.ts';
import { defaultConnectionId } from '../../directory/tenants/tenant.ts';
import { type ClaimMapping, emptyOidc, type OidcSettings } from './oidc/settings.ts';

/** A tenant's agreement with one identity provider. */
export interface Connection {
  tenantId: string;
  id: string;
  name: string;
  /** `none`: made, but not configured yet. */
  protocol: 'none' | 'saml' | 'oidc';
  settings: ConnectionSettings;
  /** Of our key for this connection, PEM: signs requests, receives encrypted assertions. */
  spCertificate: string;
  sealedSpKey: string;
  /** At the OpenID provider; empty: we are a public client. */
  sealedClientSecret: string;
}

/** Of both protocols: what belongs to the one that is not used waits, and what is of neither stays. */
export interface ConnectionSettings {
  idpEntityId: string;
  /** Where AuthnRequests go by the Redirect binding; empty: the identity provider takes POST only. */
  idpSsoUrl: string;
  idpSsoPostUrl: string;
  /** PEM; several while the identity provider changes its key. */
  idpCertificates: string[];
  /** Where the above was read from; empty: given by hand. */
  idpMetadataUrl: string;
  signRequests: boolean;
  requestBinding: 'redirect' | 'post';
  /** Whether a sign-in may begin at the identity provider. Such an answer is bound to no browser of ours. */
  allowIdpInitiated: boolean;
  subjectNameIdFormat: string;
  attributeMapping: AttributeMapping;
  roleMappings: { roleId: string; groups: string[] }[];
  defaultRoleIds: string[];
  /** When not empty, only the first of these groups that somebody is in counts. */
  groupsPriority: string[];
  /** Name, address, phone and mapped attributes follow the identity provider at each sign-in. */
  renewUserDetails: boolean;
  /** Where to go after sign-in when the request says nothing. The administrator set it, so it is allowed. */
  redirectUrl: string;
  /** The same, while the protocol is OIDC. */
  oidcRedirectUrl: string;
  oidc: OidcSettings;
  oidcAttributeMapping: ClaimMapping;
  /** The previous identity provider, until an administrator decides about its identities; empty when there is none. */
  replacedProvider: string;
  /** A setup link has replaced the identity provider: it signs in no users until an administrator decides. */
  awaitsDecision: boolean;
  /** Only for a service provider that is moved here with its old names; empty: our own. */
  spEntityId: string;
  spAcsUrl: string;
  /** Given back as it came: fields of the wire format that nothing here acts on. */
  extra: Record<string, unknown>;
}

/** The name of the assertion's attribute for each detail of a user; empty: the usual names are tried. */
export interface AttributeMapping {
  name: string;
  email: string;
  username: string;
  phoneNumber: string;
  group: string;
  givenName: string;
  middleName: string;
  familyName: string;
  picture: string;
  verifiedEmail: string;
  verifiedPhone: string;
  /** Our attribute to theirs. */
  customAttributes: Record<string, string>;
}

const emptyMapping: AttributeMapping = {
  name: '',
  email: '',
  username: '',
  phoneNumber: '',
  group: '',
  givenName: '',
  middleName: '',
  familyName: '',
  picture: '',
  verifiedEmail: '',
  verifiedPhone: '',
  customAttributes: {},
};

export const emptySettings: ConnectionSettings = {
  idpEntityId: '',
  idpSsoUrl: '',
  idpSsoPostUrl: '',
  idpCertificates: [],
  idpMetadataUrl: '',
  signRequests: false,
  requestBinding: 'redirect',
  allowIdpInitiated: false,
  subjectNameIdFormat: '',
  attributeMapping: emptyMapping,
  roleMappings: [],
  defaultRoleIds: [],
  groupsPriority: [],
  renewUserDetails: true,
  redirectUrl: '',
  oidcRedirectUrl: '',
  oidc: emptyOidc,
  oidcAttributeMapping: { ...emptyMapping, loginId: '' },
  replacedProvider: '',
  awaitsDecision: false,
  spEntityId: '',
  spAcsUrl: '',
  extra: {},
};

export function toConnection(row: Row<'ssoConnections'>): Connection {
  const { tenantId, id, name, protocol, spCertificate, sealedSpKey, sealedClientSecret } = row;
  const settings = { ...emptySettings, ...(JSON.parse(row.settings) as Partial<ConnectionSettings>) };
  return { tenantId, id, name, protocol, settings, spCertificate, sealedSpKey, sealedClientSecret };
}

/** Where a sign-in ends that names no address of its own. */
export function redirectUrlOf({ protocol, settings }: Pick<Connection, 'protocol' | 'settings'>): string {
  const { redirectUrl, oidcRedirectUrl } = settings;
  return protocol === 'oidc' ? oidcRedirectUrl || redirectUrl : redirectUrl || oidcRedirectUrl;
}

/** What an identity provider has to know of us; the addresses are made from our own, never from a request. */
export function serviceProviderOf(
  ctx: { baseUrl: string; project: { id: string } },
  connection: Pick<Connection, 'tenantId' | 'id'> & {
    settings: Pick<ConnectionSettings, 'spEntityId' | 'spAcsUrl'>;
  },
): { entityId: string; acsUrl: string } {
  const address = (path: string, tenantName: string) => {
    const query = new URLSearchParams({ projectId: ctx.project.id, [tenantName]: connection.tenantId });
    if (connection.id !== defaultConnectionId) query.set('ssoId', connection.id);
    return `${ctx.baseUrl}/v1/auth/saml/${path}?${query}`;
  };
  return {
    entityId: connection.settings.spEntityId || address('metadata', 'tenant'),
    acsUrl: connection.settings.spAcsUrl || address('acs', 'tenantId'),
  };
}

/** Binds the sealed key to its record. */
export function spKeyPurpose(projectId: string, tenantId: string, connectionId: string): string {
  return `sp-key:${projectId}:${tenantId}:${connectionId}`;
}
