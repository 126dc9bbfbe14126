import { endpoint } from '../../../../http/endpoint.ts';
import { emptyObject, t } from '../../../../http/schema.ts';
import { ssoId, tenantId } from './input.ts';
import { switchProtocol } from './switch-protocol.ts';

export const ssoProtocolEndpoints = [
  endpoint({
    name: 'management.sso.configureAuthType',
    method: 'POST',
    path: '/v1/mgmt/sso/settings/authtype',
    summary: 'Switch an SSO connection off, or to another protocol',
    description:
      'Keeps all settings, mappings and domains. `none` switches the connection off, `saml` and `oidc` use their stored ' +
      'settings again. E011004: no settings are stored.',
    auth: 'management',
    input: t.object({ tenantId, authType: t.choice(['none', 'saml', 'oidc']), ssoId }),
    output: emptyObject,
    errors: ['E011004', 'E111202', 'E111302'],
    client: { parameters: ['tenantId', 'authType', 'ssoId'], returnsNothing: true },
    async handle(ctx, { tenantId, ssoId, authType }) {
      await switchProtocol(ctx, tenantId, ssoId, authType);
      return {};
    },
  }),
];
