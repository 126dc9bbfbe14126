import { endpoint } from '../../../../http/endpoint.ts';
import { emptyObject, t } from '../../../../http/schema.ts';
import { decideIdentities } from '../identities/decide-identities.ts';
import { ssoId, tenantId } from './input.ts';
import { recalculateMappings } from './recalculate-mappings.ts';

export const ssoIdentityEndpoints = [
  endpoint({
    name: 'management.sso.recalculateSSOMappings',
    method: 'POST',
    path: '/v1/mgmt/sso/recalculate-mappings',
    summary: 'Recalculate users’ roles from their groups',
    description:
      'Applies to all users who have signed in through the connection, and uses the groups from their last ' +
      'sign-in. Roles that an administrator assigned stay.',
    auth: 'management',
    input: t.object({ tenantId, ssoId }),
    output: emptyObject,
    errors: ['E111202', 'E111302'],
    client: { parameters: ['tenantId', 'ssoId'], returnsNothing: true },
    async handle(ctx, input) {
      await recalculateMappings(ctx, input.tenantId, input.ssoId);
      return {};
    },
  }),
  endpoint({
    name: 'management.sso.decideIdentities',
    method: 'POST',
    path: '/v1/mgmt/sso/identities/decide',
    summary: 'Decide whether identities carry over to a new identity provider',
    description:
      'Needed after the identity provider of a connection was replaced (`replacedProvider` of the settings). If identities ' +
      'carry over, the same NameID or `sub` at the new provider means the same user. Otherwise, the new ' +
      'provider cannot sign in to any account of the old one. Either decision also confirms an identity ' +
      'provider that was set through a setup link.',
    auth: 'management',
    input: t.object({
      tenantId,
      ssoId,
      carryOverIdentities: t.flag({
        description: 'Set to true only if both providers identify the same users by the same values',
      }),
    }),
    output: emptyObject,
    errors: ['E011004', 'E111202', 'E111302'],
    client: { parameters: ['tenantId', 'carryOverIdentities', 'ssoId'], returnsNothing: true },
    async handle(ctx, { tenantId, ssoId, carryOverIdentities }) {
      await decideIdentities(ctx, tenantId, ssoId, { carryOver: carryOverIdentities });
      return {};
    },
  }),
];
