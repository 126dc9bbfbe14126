import type { ProjectContext } from '../../../../core/context.ts';
import { loadConnection } from '../load-connection.ts';
import { changeConnection } from './change-connection.ts';
import type { ConnectionDetails } from './details.ts';
import { type IdpByHand, type IdpByMetadata, readIdentityProvider } from './identity-provider.ts';

/**
 * Sets up the connection to a SAML identity provider. Saves nothing unless everything is valid. Throws E111301 for the
 * identity provider, E111203 for a domain of another connection, E011004 for the rest.
 */
export async function configureSaml(
  ctx: ProjectContext,
  tenantId: string,
  connectionId: string | undefined,
  source: IdpByHand | IdpByMetadata,
  details: ConnectionDetails,
): Promise<void> {
  const { connection } = await loadConnection(ctx, tenantId, connectionId);
  const settings = await readIdentityProvider(ctx, source, connection.settings.idpEntityId);
  await changeConnection(ctx, connection, details, { protocol: 'saml', settings });
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
