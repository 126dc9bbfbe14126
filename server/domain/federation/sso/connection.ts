import { sealedColumn } from '../../../storage/sealed-columns.ts';
import type { Row } from '../../../storage/tables.ts';
import { defaultConnectionId } from '../../directory/tenants/tenant.ts';
import { type AttributeMapping, type MappedField, mappedFields } from './attribute-mapping.ts';
import { type ClaimMapping, emptyOidc, type OidcSettings } from './oidc/settings.ts';
import { type Reading, toReading } from './reading/reading.ts';

/** A tenant's connection to one identity provider. */
export interface Connection {
  tenantId: string;
  id: string;
  name: string;
  /** `none` for a connection that is not configured yet. */
  protocol: 'none' | 'saml' | 'oidc';
  settings: ConnectionSettings;
  /** The certificate of our key for this connection, PEM: the key signs requests and decrypts assertions. */
  spCertificate: string;
  sealedSpKey: string;
  /** The client secret at the OpenID provider. Empty for a public client. */
  sealedClientSecret: string;
  reading: Reading;
}

/** Settings of both protocols. Those of the unused protocol are kept; those without a protocol apply to both. */
export interface ConnectionSettings {
  idpEntityId: string;
  /** The address for AuthnRequests by the Redirect binding. Empty if the identity provider accepts POST only. */
  idpSsoUrl: string;
  idpSsoPostUrl: string;
  /** PEM. There are several while the identity provider changes its key. */
  idpCertificates: string[];
  /** The metadata that the fields above were read from. Empty if they were entered by hand. */
  idpMetadataUrl: string;
  signRequests: boolean;
  requestBinding: 'redirect' | 'post';
  /** Permits a sign-in to begin at the identity provider. Such a response is not bound to a browser. */
  allowIdpInitiated: boolean;
  subjectNameIdFormat: string;
  attributeMapping: AttributeMapping;
  roleMappings: { roleId: string; groups: string[] }[];
  defaultRoleIds: string[];
  /** If not empty, only the first of these groups that the user is in counts. */
  groupsPriority: string[];
  /** Updates name, address, phone and mapped attributes from the identity provider at each sign-in. */
  renewUserDetails: boolean;
  /** The address to return to if the request names none. The administrator set it, so it is allowed. */
  redirectUrl: string;
  /** The address to return to while the protocol is OIDC. */
  oidcRedirectUrl: string;
  oidc: OidcSettings;
  oidcAttributeMapping: ClaimMapping;
  /** The previous identity provider, until an administrator decides about its identities. Empty if there is none. */
  replacedProvider: string;
  /** A setup link has replaced the identity provider: it signs in no users until an administrator decides. */
  awaitsDecision: boolean;
  /** The identity provider was first set up on the setup page, and no administrator of the project has chosen another one since. */
  isTenantsChoice: boolean;
  /** The entity ID of a service provider that was migrated here. Empty for our own. */
  spEntityId: string;
  spAcsUrl: string;
  extra: ExtraSettings;
}

/** Settings that came later. Earlier releases stored others here, too, which are refused now. */
export interface ExtraSettings {
  /** The kind of identity provider, for screens of applications. */
  providerID?: string;
  /** Store the users' tokens at the provider. */
  manageProviderTokens?: boolean;
  /** Decides whether a user whose groups Entra ID leaves out keeps the roles of the last sign-in, or is refused. */
  groupOverage?: 'keepRoles' | 'refuse';
}

const emptyMapping: AttributeMapping = {
  ...(Object.fromEntries(mappedFields.map((field) => [field, ''])) as Record<MappedField, string>),
  username: '',
  group: '',
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
  isTenantsChoice: false,
  spEntityId: '',
  spAcsUrl: '',
  extra: {},
};

export function toConnection(row: Row<'ssoConnections'>): Connection {
  const { tenantId, id, name, protocol, spCertificate, sealedSpKey, sealedClientSecret } = row;
  const settings = { ...emptySettings, ...(JSON.parse(row.settings) as Partial<ConnectionSettings>) };
  const reading = toReading(row.reading);
  return { tenantId, id, name, protocol, settings, spCertificate, sealedSpKey, sealedClientSecret, reading };
}

/** Returns the address at which a sign-in ends that names no address of its own. */
export function redirectUrlOf({ protocol, settings }: Pick<Connection, 'protocol' | 'settings'>): string {
  const { redirectUrl, oidcRedirectUrl } = settings;
  return protocol === 'oidc' ? oidcRedirectUrl || redirectUrl : redirectUrl || oidcRedirectUrl;
}

/** Returns what an identity provider must know about us. The addresses derive from our own, never from a request. */
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

/** Returns the purpose that binds the sealed key to its record. */
export function spKeyPurpose(projectId: string, tenantId: string, connectionId: string): string {
  return `sp-key:${projectId}:${tenantId}:${connectionId}`;
}

export const sealedSpKeys = sealedColumn({
  table: 'ssoConnections',
  key: ['projectId', 'tenantId', 'id'],
  column: 'sealedSpKey',
  purposeOf: ({ projectId, tenantId, id }) => spKeyPurpose(projectId, tenantId, id),
});
