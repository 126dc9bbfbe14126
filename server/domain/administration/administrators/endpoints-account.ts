import { profileFields } from '../../../core/profile-fields.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import { sessionIds } from '../../sessions/sessions/lists/wire.ts';
import {
  changeOwnLoginId,
  endOwnSessions,
  loadOwnAccount,
  removeOwnPasskey,
  removeOwnTotp,
} from './own-account.ts';
import { accountOutput, accountToWire } from './wire-account.ts';

const own = { auth: 'refresh', forAdministrators: 'only' } as const;
const removal =
  'Ends the other sessions of the administrator. Requires a sign-in within the last 10 minutes. A passkey, or a password with an authenticator app, must remain. Succeeds if there is nothing to remove.';

/** Operations of administrators on their own account. Factors are added by the same endpoints as those of users. */
export const accountEndpoints = [
  endpoint({
    ...own,
    name: 'console.account',
    method: 'GET',
    path: '/v1/console/account',
    summary: 'Get the signed-in administrator’s sessions and factors',
    input: emptyObject,
    output: accountOutput,
    errors: ['E064011', 'E112102'],
    client: { parameters: [] },
    handle: async (ctx) => accountToWire(await loadOwnAccount(ctx), ctx.session.id),
  }),
  endpoint({
    ...own,
    name: 'console.endSessions',
    method: 'POST',
    path: '/v1/console/account/sessions/end',
    summary: 'End sessions of the signed-in administrator',
    description:
      'Without `sessionIds`, all except this one. IDs of other administrators’ sessions are ignored.',
    input: t.object({ sessionIds: t.optional(sessionIds) }),
    output: emptyObject,
    errors: ['E011004', 'E064011'],
    client: { parameters: ['sessionIds'], returnsNothing: true },
    handle: async (ctx, { sessionIds }) => {
      await endOwnSessions(ctx, sessionIds);
      return {};
    },
  }),
  endpoint({
    ...own,
    name: 'console.changeLoginId',
    method: 'POST',
    path: '/v1/console/account/login-id',
    summary: 'Change the login ID of the signed-in administrator',
    description:
      'Ends the other sessions of the administrator. Requires a sign-in within the last 10 minutes. Nothing is ' +
      'sent to the new address.',
    input: t.object({ loginId: t.text({ minLength: 1, maxLength: profileFields.email.maxLength }) }),
    output: emptyObject,
    errors: ['E011004', 'E062107', 'E064001', 'E064011', 'E111127', 'E112102'],
    client: { parameters: ['loginId'], returnsNothing: true },
    handle: async (ctx, { loginId }) => {
      await changeOwnLoginId(ctx, loginId);
      return {};
    },
  }),
  endpoint({
    ...own,
    name: 'console.removeTotp',
    method: 'POST',
    path: '/v1/console/account/totp/remove',
    summary: 'Remove the authenticator app of the signed-in administrator',
    description: removal,
    input: emptyObject,
    output: emptyObject,
    errors: ['E064001', 'E064011', 'E112102'],
    client: { parameters: [], returnsNothing: true },
    handle: async (ctx) => {
      await removeOwnTotp(ctx);
      return {};
    },
  }),
  endpoint({
    ...own,
    name: 'console.removePasskey',
    method: 'POST',
    path: '/v1/console/account/passkey/remove',
    summary: 'Remove a passkey of the signed-in administrator',
    description: removal,
    input: t.object({ credentialId: t.text({ maxLength: 2_048 }) }),
    output: emptyObject,
    errors: ['E011004', 'E064001', 'E064011', 'E112102'],
    client: { parameters: ['credentialId'], returnsNothing: true },
    handle: async (ctx, { credentialId }) => {
      await removeOwnPasskey(ctx, credentialId);
      return {};
    },
  }),
];
