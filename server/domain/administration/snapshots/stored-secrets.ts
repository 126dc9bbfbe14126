import type { ProjectContext } from '../../../core/context.ts';
import { listProviders } from '../../federation/oauth/load-provider.ts';
import { secretPurpose } from '../../federation/oauth/provider.ts';
import { clientSecretPurpose } from '../../federation/sso/oidc/settings.ts';
import { loadAllConnections } from '../../federation/sso/settings/restore-connection.ts';
import { clearSecrets } from '../../project/messages/restore-connector.ts';
import type { GivenSecrets } from './secrets.ts';

/** Returns the secrets in the clear that a snapshot of the project leaves out, to import it into another project of this instance. */
export async function storedSecrets(ctx: ProjectContext): Promise<GivenSecrets> {
  const { project, sealer } = ctx;
  const clientSecret = (id: string, sealed: string, purpose: string) =>
    sealed === '' ? [] : [{ id, name: '', type: 'clientSecret', value: sealer.unseal(sealed, purpose) }];
  return {
    connectors: (await clearSecrets(ctx)).map(({ channel: id, name: type, value }) => ({
      id,
      name: '',
      type,
      value,
    })),
    oauthProviders: (await listProviders(ctx)).flatMap(({ id, sealedSecret }) =>
      clientSecret(id, sealedSecret, secretPurpose(project.id, id)),
    ),
    ssoConnections: (await loadAllConnections(ctx)).flatMap(
      ({ connection: { tenantId, id, sealedClientSecret } }) =>
        clientSecret(`${tenantId}/${id}`, sealedClientSecret, clientSecretPurpose(project.id, tenantId, id)),
    ),
  };
}
