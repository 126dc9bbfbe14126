import { endpoint } from '../../../http/endpoint.ts';
import { t } from '../../../http/schema.ts';
import { signUpUser } from '../../directory/users/wire-sign-up.ts';
import { readSignInOptions } from '../../sessions/sessions/sign-in-options.ts';
import { answerSession, jwtResponse, loginOptions } from '../../sessions/sessions/wire.ts';
import { newLoginId } from '../challenges/wire.ts';
import { startTotpSignUp, startTotpUpdate, type TotpEnrolment } from './start-totp.ts';
import { verifyTotp } from './verify-totp.ts';

const loginId = t.text({ maxLength: 1_024, description: 'Identifies the user' });

const enrolment = t.object(
  {
    provisioningURL: t.text({ description: 'otpauth URI' }),
    image: t.text({ maxLength: 65_536, description: 'The URI as a QR code: a PNG in base64' }),
    key: t.text({ description: 'The secret in base32, for manual entry' }),
  },
  { $id: 'TotpEnrolment', description: 'One secret in three forms' },
);

function enrolmentToWire({ provisioningUrl, qrPng, secret }: TotpEnrolment) {
  return { provisioningURL: provisioningUrl, image: qrPng.toString('base64'), key: secret };
}

export const totpEndpoints = [
  endpoint({
    name: 'totp.signUp',
    method: 'POST',
    path: '/v1/auth/totp/signup',
    summary: 'Start a sign-up with an authenticator app',
    description:
      'The user is created only when the first code is verified, within 10 minutes and five attempts. Fails if ' +
      'the login ID is already registered. A newer sign-up for the same login ID replaces an older one. If ' +
      'another user registers the login ID in the meantime, the sign-up fails. Roles, tenants, status and ' +
      'verified flags cannot be set.',
    auth: 'project',
    signIn: 'totp',
    limit: 'signUp',
    input: t.object({
      loginId: newLoginId,
      user: signUpUser,
      ssoAppId: t.reference({ description: 'An SSO application to assign to the user' }),
    }),
    output: enrolment,
    errors: ['E011004', 'E062107'],
    client: { parameters: ['loginId', 'user', 'ssoAppId'] },
    handle: async (ctx, { loginId, user, ssoAppId }) =>
      enrolmentToWire(await startTotpSignUp(ctx, { loginId, details: user ?? {}, ssoAppId })),
  }),
  endpoint({
    name: 'totp.update',
    method: 'POST',
    path: '/v1/auth/totp/update',
    summary: 'Start adding an authenticator app for the signed-in user',
    description:
      'It takes effect when the first code is verified while this session is active. Until then, the current ' +
      'authenticator works.',
    auth: 'refresh',
    takesAwaiting: true,
    forAdministrators: true,
    input: t.object({ loginId }),
    output: enrolment,
    errors: ['E062108', 'E064011'],
    client: { parameters: ['loginId'] },
    handle: async (ctx, { loginId }) => enrolmentToWire(await startTotpUpdate(ctx, loginId)),
  }),
  endpoint({
    name: 'totp.verify',
    method: 'POST',
    path: '/v1/auth/totp/verify',
    summary: 'Verify a code: complete a sign-up or an update, or sign in',
    description:
      'Accepts the codes of the current 30 seconds and of the 30 seconds before and after, each once. After ' +
      'five wrong codes in a row, the wait grows from 30 seconds to an hour.',
    auth: 'optionalRefresh',
    takesAwaiting: true,
    signIn: 'totp',
    forAdministrators: true,
    limit: 'code',
    input: t.object({
      loginId,
      code: t.text({ maxLength: 64, description: 'Six digits. Spaces and hyphens are ignored' }),
      loginOptions,
    }),
    output: jwtResponse,
    errors: ['E061102', 'E061103', 'E062107', 'E062109', 'E064001', 'E064002', 'E064011'],
    client: { parameters: ['loginId', 'code', 'loginOptions'] },
    handle: async (ctx, { loginId, code, loginOptions }) => {
      const terms = await readSignInOptions(ctx, loginOptions);
      const { firstSeen, ...started } = await verifyTotp(ctx, { loginId, code, terms });
      return answerSession(ctx, started, { firstSeen });
    },
  }),
];
