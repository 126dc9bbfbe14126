import { ServiceError } from '../../../../core/errors.ts';
import type { SecretHolder } from '../secrets/secrets.ts';
import { noSsoApp } from './load-app.ts';
import type { OidcSettings } from './sso-app.ts';
import { lockSsoAppRow } from './store.ts';

/** SSO applications as holders of client secrets. */
export const ssoAppSecrets: SecretHolder = {
  kind: 'ssoApp',
  async lock(ctx, appId) {
    if (!(await lockSsoAppRow(ctx.db, ctx.project.id, appId))) throw noSsoApp(appId);
  },
  async lockClient(ctx, appId) {
    const row = await lockSsoAppRow(ctx.db, ctx.project.id, appId);
    if (!row) throw noSsoApp(appId);
    const settings = JSON.parse(row.settings) as Partial<OidcSettings>;
    if (row.type !== 'oidc' || settings.clientType === 'public')
      throw new ServiceError(
        'E011004',
        'Only OIDC applications that are not public clients have client secrets',
      );
  },
  actions: { created: 'SsoAppSecretCreated', shown: 'SsoAppSecretShown', revoked: 'SsoAppSecretRevoked' },
};
