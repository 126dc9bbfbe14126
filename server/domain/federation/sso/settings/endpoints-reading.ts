import { ServiceError } from '../../../../core/errors.ts';
import { endpoint } from '../../../../http/endpoint.ts';
import { t } from '../../../../http/schema.ts';
import { loadConnection, requireConfigured } from '../load-connection.ts';
import { describedAt, readAgain } from '../reading/read-again.ts';
import { ssoId, tenantId } from './input.ts';
import { settingsToWire, ssoSettingsSchema } from './wire.ts';

export const ssoReadingEndpoints = [
  endpoint({
    name: 'management.sso.readProviderAgain',
    method: 'POST',
    path: '/v1/mgmt/sso/provider/read',
    summary: 'Read an identity provider’s metadata again',
    description:
      'Updates the connection’s keys and URLs from the metadata URL or the discovery document. Latchkey does ' +
      'this once a day, and when a signature matches no key. If the document cannot be used, nothing changes, ' +
      'and `reading` of the settings contains the reason.',
    auth: 'management',
    input: t.object({ tenantId, ssoId }),
    output: ssoSettingsSchema,
    errors: ['E011004', 'E111202', 'E111302'],
    client: { parameters: ['tenantId', 'ssoId'] },
    async handle(ctx, input) {
      await loadConnection(ctx, input.tenantId, input.ssoId);
      const connection = await requireConfigured(ctx, input.tenantId, input.ssoId);
      if (!describedAt(connection)) {
        throw new ServiceError(
          'E011004',
          'ssoId: the connection was set up manually, so there is no URL to read. Set it up with a metadata ' +
            'URL or an issuer',
        );
      }
      await readAgain(ctx, connection, { cause: 'requested' });
      return settingsToWire(ctx, await loadConnection(ctx, input.tenantId, input.ssoId));
    },
  }),
];
