import { endpoint } from '../../../http/endpoint.ts';
import { t } from '../../../http/schema.ts';
import { answerSession, jwtResponse } from '../../sessions/sessions/wire.ts';
import { finishUpdate } from './finish-update.ts';
import { startUpdate } from './start-update.ts';
import {
  finishInput,
  originField,
  passkeyOptions,
  startedOutput,
  startedToWire,
  wishesFromWire,
} from './wire.ts';

export const passkeyUpdateEndpoints = [
  endpoint({
    name: 'webauthn.update.start',
    method: 'POST',
    path: '/v1/auth/webauthn/update/start',
    summary: 'Start adding a passkey for the signed-in user',
    description:
      'Nothing changes until the passkey is returned, within five minutes and while the session is active. ' +
      'Without `origin`, the page must be on this server’s domain. A user can have at most 20 passkeys.',
    auth: 'refresh',
    takesAwaiting: true,
    forAdministrators: true,
    input: t.object({
      loginId: t.text({ maxLength: 1_024, description: 'A login ID of the signed-in user' }),
      origin: originField,
      passkeyOptions,
      mfa: t.optional(
        t.flag({ description: 'Replace the session with one that also has the passkey as a factor' }),
      ),
    }),
    output: startedOutput,
    errors: ['E011004', 'E062108', 'E064011'],
    client: { parameters: ['loginId', 'origin', 'passkeyOptions', 'mfa'] },
    handle: async (ctx, { loginId, origin, passkeyOptions, mfa = false }) => {
      const wishes = wishesFromWire(passkeyOptions);
      return startedToWire(await startUpdate(ctx, { loginId, origin, wishes, mfa }));
    },
  }),
  endpoint({
    name: 'webauthn.update.finish',
    method: 'POST',
    path: '/v1/auth/webauthn/update/finish',
    summary: 'Finish adding a passkey for the signed-in user',
    description: 'A transaction accepts only one response, correct or not.',
    auth: 'project',
    forAdministrators: true,
    limit: 'code',
    input: finishInput,
    output: t.object({ jwt: t.optional(jwtResponse) }),
    errors: [
      'E062109',
      'E064001',
      'E064002',
      'E064005',
      'E064007',
      'E064011',
      'E067011',
      'E067012',
      'E067013',
    ],
    client: { parameters: ['transactionId', 'response'] },
    handle: async (ctx, answer) => {
      const started = await finishUpdate(ctx, answer);
      return started ? { jwt: await answerSession(ctx, started) } : {};
    },
  }),
];
