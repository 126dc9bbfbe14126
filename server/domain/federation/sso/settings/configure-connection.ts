import type { ProjectContext } from '../../../../core/context.ts';
import { loadConnection } from '../load-connection.ts';
import { changeConnection } from './change-connection.ts';
import type { ConnectionDetails } from './details.ts';
import { type IdpByHand, type IdpByMetadata, readIdentityProvider } from './identity-provider.ts';

/**
 * Sets up the connection to a SAML identity provider. Saves nothing unless everything is valid. Returns the reasons why certificates of
 * the metadata were left out. Throws E111301 for the
 * identity provider, E111203 for a domain of another connection, E011004 for the rest.
 */
export async function configureSaml(
  ctx: ProjectContext,
  tenantId: string,
  connectionId: string | undefined,
  source: IdpByHand | IdpByMetadata,
  details: ConnectionDetails,
): Promise<{ leftOutCertificates?: string[] }> {
  const { connection } = await loadConnection(ctx, tenantId, connectionId);
  const { provider: settings, leftOut } = await readIdentityProvider(
    ctx,
    source,
    connection.settings.idpEntityId,
  );
  const reading = { readAt: settings.idpMetadataUrl ? ctx.now() : 0, leftOut };
  await changeConnection(ctx, connection, details, { protocol: 'saml', settings, reading });
  return leftOut.length > 0 ? { leftOutCertificates: leftOut } : {};
}

/** Changes everything beside the identity provider. This is possible before the provider is set. */
export async function changeDetails(
  ctx: ProjectContext,
  tenantId: string,
  connectionId: string | undefined,
  details: ConnectionDetails,
): Promise<void> {
  const { connection } = await loadConnection(ctx, tenantId, connectionId);
  await changeConnection(ctx, connection, details);
}
