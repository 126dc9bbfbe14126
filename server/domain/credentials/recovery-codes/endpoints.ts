import { endpoint } from '../../../http/endpoint.ts';
import { t } from '../../../http/schema.ts';
import { readSignInOptions } from '../../sessions/sessions/sign-in-options.ts';
import { answerSession, jwtResponse, loginOptions } from '../../sessions/sessions/wire.ts';
import { codesPerUser } from './code.ts';
import { createRecoveryCodes } from './create-codes.ts';
import { signInWithRecoveryCode } from './sign-in.ts';

const loginId = t.text({ maxLength: 1_024, description: 'Identifies the user' });

export const recoveryCodeEndpoints = [
  endpoint({
    name: 'recoveryCodes.generate',
    method: 'POST',
    path: '/v1/auth/recovery-codes',
    summary: 'Create recovery codes for the signed-in user',
    description: `Returns ${codesPerUser} codes, which are shown only here. Earlier ones stop working. Each completes one sign-in as its second factor.`,
    auth: 'refresh',
    forAdministrators: true,
    input: t.object({ loginId }),
    output: t.object({
      codes: t.list(t.object({ code: t.text({ description: 'Four groups of four characters' }) })),
    }),
    errors: ['E062108', 'E064001', 'E064007', 'E064011'],
    client: { parameters: ['loginId'] },
    handle: async (ctx, { loginId }) => ({
      codes: (await createRecoveryCodes(ctx, loginId)).map((code) => ({ code })),
    }),
  }),
  endpoint({
    name: 'recoveryCodes.signIn',
    method: 'POST',
    path: '/v1/auth/recovery-codes/signin',
    summary: 'Complete a sign-in with a recovery code',
    description:
      'Only as the second factor. Send it with `loginOptions.mfa` and the token of a session, or of a sign-in ' +
      'that returned E064007. Case, spaces and hyphens are ignored. Each code works once.',
    auth: 'optionalRefresh',
    forAdministrators: true,
    takesAwaiting: true,
    signIn: 'recoveryCode',
    limit: 'code',
    input: t.object({
      loginId,
      code: t.text({ maxLength: 64, description: 'One of the user’s recovery codes' }),
      loginOptions,
    }),
    output: jwtResponse,
    errors: ['E061102', 'E062109', 'E064001', 'E064002'],
    client: { parameters: ['loginId', 'code', 'loginOptions'] },
    handle: async (ctx, { loginId, code, loginOptions }) => {
      const terms = await readSignInOptions(ctx, loginOptions);
      const started = await signInWithRecoveryCode(ctx, { loginId, code, terms });
      return answerSession(ctx, started, { firstSeen: false });
    },
  }),
];
