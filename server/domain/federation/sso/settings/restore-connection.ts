import type { ProjectContext, ProjectData } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { readIdentifier, readName } from '../../../../core/names.ts';
import { isWebUrl } from '../../../../core/url.ts';
import { readCertificates } from '../../../../protocols/saml/certificates.ts';
import { SamlError } from '../../../../protocols/saml/error.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { defaultConnectionId } from '../../../directory/tenants/tenant.ts';
import type { Connection, ConnectionSettings } from '../connection.ts';
import { findConnectionOrDefault } from '../load-connection.ts';
import { checkAddress, isUndiscovered } from '../oidc/provider.ts';
import { findConnection, listAllConnections, updateConnection } from '../store.ts';
import { listAssignedDomains } from '../store-domains.ts';
import { changeConnection, type NewProvider, type SpKey } from './change-connection.ts';
import { checkClient, readScopes, sealSecret } from './configure-oidc.ts';
import { createConnection } from './create-connection.ts';
import type { ConnectionDetails } from './details.ts';
import { type IdentityProvider, maxCertificates } from './identity-provider.ts';

/** All data of a connection except for its secrets, its tenant and its ID. */
export interface KnownConnection
  extends ConnectionDetails,
    IdentityProvider,
    Pick<ConnectionSettings, 'oidc'> {
  /** The display name, which the default connection does not have. */
  name: string;
  protocol: Connection['protocol'];
}

type KnownProvider = IdentityProvider & Pick<ConnectionSettings, 'oidc'>;

/** Loads the connections of all tenants, with their domains. */
export async function loadAllConnections(
  ctx: ProjectData,
): Promise<{ connection: Connection; domains: string[] }[]> {
  const connections = await listAllConnections(ctx.db, ctx.project.id);
  const domains = new Map<string, string[]>();
  for (const { domain, tenantId, connectionId } of await listAssignedDomains(ctx.db, ctx.project.id)) {
    const key = `${tenantId}/${connectionId}`;
    domains.set(key, [...(domains.get(key) ?? []), domain]);
  }
  return connections.map((connection) => ({
    connection,
    domains: domains.get(`${connection.tenantId}/${connection.id}`) ?? [],
  }));
}

/**
 * Restores a connection from a snapshot of this or another instance. Makes no requests, because the identity provider's own
 * statements are part of the snapshot. `key` is for a connection that has none yet. Returns whether there is a client
 * secret: the given one, or the previous one if it belongs to the same client of the same server.
 */
export async function restoreConnection(
  ctx: ProjectContext,
  { tenantId, id }: { tenantId: string; id: string },
  { name, protocol, ...known }: KnownConnection,
  { key, clientSecret = '' }: { key: SpKey | undefined; clientSecret?: string },
): Promise<{ hasClientSecret: boolean }> {
  const { oidc: givenOidc, ...saml } = providerIn(known);
  const oidc = { ...givenOidc, scopes: readScopes(givenOidc.scopes) };
  if (protocol === 'saml') requireSaml(saml);
  if (protocol === 'oidc') requireOidc(ctx, oidc);
  const idpEntityId = readIdentifier('entityId', saml.idpEntityId);
  const settings = { ...saml, oidc, idpEntityId, idpCertificates: readPem(saml.idpCertificates) };
  return transaction(ctx, async (ctx) => {
    const isNew = !(await findConnection(ctx.db, ctx.project.id, tenantId, id));
    if (isNew && id !== defaultConnectionId) await createConnection(ctx, tenantId, { id, name }, key);
    const connection = await findConnectionOrDefault(ctx, tenantId, id);
    const sealedClientSecret = protocol === 'oidc' ? sealSecret(ctx, connection, oidc, clientSecret) : '';
    const provider: NewProvider | undefined =
      protocol === 'none' ? undefined : { protocol, settings, sealedClientSecret };
    await changeConnection(ctx, connection, known, provider, key);
    if (id !== defaultConnectionId && connection.name !== name) {
      const renamed = { name: readName(name), modifiedAt: ctx.now() };
      await updateConnection(ctx.db, ctx.project.id, tenantId, id, renamed);
    }
    return { hasClientSecret: sealedClientSecret !== '' };
  });
}

function providerIn(known: KnownProvider): KnownProvider {
  const { idpEntityId, idpSsoUrl, idpSsoPostUrl, idpCertificates, idpMetadataUrl } = known;
  const { signRequests, requestBinding, oidc } = known;
  return {
    idpEntityId,
    idpSsoUrl,
    idpSsoPostUrl,
    idpCertificates,
    idpMetadataUrl,
    signRequests,
    requestBinding,
    oidc,
  };
}

function requireSaml(saml: IdentityProvider): void {
  const { idpEntityId, idpSsoUrl, idpSsoPostUrl, idpMetadataUrl, requestBinding } = saml;
  if (!idpEntityId.trim()) refuse('The entityId of the identity provider is missing');
  if (!(requestBinding === 'post' ? idpSsoPostUrl : idpSsoUrl)) {
    refuse(`The address of the identity provider for the binding ${requestBinding} is missing`);
  }
  for (const url of [idpSsoUrl, idpSsoPostUrl, idpMetadataUrl]) {
    if (url && !isWebUrl(url))
      refuse('The identity provider’s addresses must be absolute http or https URLs');
  }
  if (saml.idpCertificates.length === 0) refuse('The certificate of the identity provider is missing');
}

function requireOidc(ctx: Pick<ProjectContext, 'mode'>, oidc: ConnectionSettings['oidc']): void {
  checkClient(oidc);
  checkAddress(ctx, 'issuer', oidc.issuer);
  if (isUndiscovered(oidc)) return;
  checkAddress(ctx, 'authorizationUrl', oidc.authorizationUrl);
  checkAddress(ctx, 'tokenUrl', oidc.tokenUrl);
  checkAddress(ctx, 'jwksUrl', oidc.jwksUrl);
  if (oidc.userInfoUrl) checkAddress(ctx, 'userInfoUrl', oidc.userInfoUrl);
}

function readPem(texts: string[]): string[] {
  try {
    const certificates = [...new Set(texts.flatMap((text) => readCertificates(text)).map(({ pem }) => pem))];
    if (certificates.length <= maxCertificates) return certificates;
    return refuse(`The identity provider has more than ${maxCertificates} certificates`);
  } catch (error) {
    if (error instanceof SamlError) throw new ServiceError('E111301', error.reason, { cause: error });
    throw error;
  }
}

function refuse(message: string): never {
  throw new ServiceError('E111301', message);
}
