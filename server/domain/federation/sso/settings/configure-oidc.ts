import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import type { Connection } from '../connection.ts';
import { loadConnection } from '../load-connection.ts';
import { isUndiscovered, type OidcSource, readOidcProvider } from '../oidc/provider.ts';
import { clientSecretPurpose, type OidcSettings } from '../oidc/settings.ts';
import { changeConnection } from './change-connection.ts';
import type { ConnectionDetails } from './details.ts';

export type OidcClient = Pick<OidcSettings, 'name' | 'clientId' | 'scopes' | 'prompt'> & {
  /** The new secret. An empty text keeps the stored one, if issuer and client stay the same. */
  clientSecret: string;
};

const standardScopes = ['openid', 'profile', 'email'];

/**
 * Sets up the connection to an OpenID provider. Saves nothing unless everything is valid. Throws E111301 for the provider,
 * E111203 for a domain of another connection, E011004 for the rest.
 */
export async function configureOidc(
  ctx: ProjectContext,
  tenantId: string,
  connectionId: string | undefined,
  source: OidcSource,
  { clientSecret, scopes, ...pasted }: OidcClient,
  details: ConnectionDetails,
): Promise<void> {
  const { connection } = await loadConnection(ctx, tenantId, connectionId);
  const client = { ...pasted, clientId: pasted.clientId.trim() };
  checkClient(client);
  const { endpoints, found } = await readOidcProvider(ctx, source);
  const oidc: OidcSettings = { ...endpoints, ...client, scopes: readScopes(scopes) };
  const sealedClientSecret = sealSecret(ctx, connection, oidc, clientSecret.trim());
  await changeConnection(ctx, connection, details, {
    protocol: 'oidc',
    settings: { oidc },
    sealedClientSecret,
    // What was entered beside the discovery document differs from it, and stays when the document changes.
    reading: found && { readAt: ctx.now(), found },
  });
}

export function readScopes(scopes: string[]): string[] {
  return [...new Set(['openid', ...(scopes.length > 0 ? scopes : standardScopes)])];
}

/** Seals the secret. An empty one keeps the stored one, which must not be sent to another server. */
export function sealSecret(
  ctx: Pick<ProjectContext, 'project' | 'sealer'>,
  { tenantId, id, settings, sealedClientSecret }: Connection,
  oidc: Pick<OidcSettings, 'issuer' | 'clientId' | 'tokenUrl'>,
  clientSecret: string,
): string {
  if (clientSecret) return ctx.sealer.seal(clientSecret, clientSecretPurpose(ctx.project.id, tenantId, id));
  const before = settings.oidc;
  const isSameClient = before.issuer === oidc.issuer && before.clientId === oidc.clientId;
  const isSame = isSameServer(before.tokenUrl, oidc.tokenUrl) || isUndiscovered(before);
  return isSameClient && isSame ? sealedClientSecret : '';
}

export function checkClient({ clientId, prompt }: Pick<OidcClient, 'clientId' | 'prompt'>): void {
  if (!/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(clientId)) {
    throw new ServiceError('E011004', 'clientId can contain only printable ASCII characters');
  }
  if (prompt.includes('none') && prompt.length > 1) {
    throw new ServiceError('E011004', 'prompt can contain `none` only on its own. Remove the other values');
  }
}

function isSameServer(a: string, b: string): boolean {
  return URL.canParse(a) && URL.canParse(b) && new URL(a).origin === new URL(b).origin;
}
