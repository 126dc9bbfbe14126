import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import type { Connection } from '../connection.ts';
import { providerOf } from '../identities/identity.ts';
import { loadConnection } from '../load-connection.ts';
import { changeConnection } from './change-connection.ts';

/**
 * Switches a connection to the stored settings of the protocol, or off. All settings, mappings and domains stay. Throws E011004 if the
 * protocol was never set up.
 */
export async function switchProtocol(
  ctx: ProjectContext,
  tenantId: string,
  connectionId: string | undefined,
  protocol: Connection['protocol'],
): Promise<void> {
  const { connection } = await loadConnection(ctx, tenantId, connectionId);
  if (connection.protocol === protocol) return;
  const isSetUp = protocol === 'none' || providerOf({ protocol, settings: connection.settings }) !== '';
  if (!isSetUp)
    throw new ServiceError(
      'E011004',
      `authType is ${protocol}, but the connection has no settings for it. Set them up first`,
    );
  await changeConnection(ctx, connection, {}, { protocol, settings: {} });
}
