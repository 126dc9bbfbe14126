import type { UserContext } from '../../../core/context.ts';
import { endpoint, type Vouching } from '../../../http/endpoint.ts';
import { t } from '../../../http/schema.ts';
import { email, phone } from '../../directory/users/wire-input.ts';
import { readUpdate, type UpdateInput } from '../challenges/read-update.ts';
import { targetOfUpdate } from '../challenges/target.ts';
import { maskedOutput, maskedToWire, typedLoginId, updateFields } from '../challenges/wire.ts';
import { sendCode } from './send-code.ts';

const description =
  'The code goes to the new address. The address replaces the old one when the code is verified with the same login ID, while this session is active, and with its refresh JWT or a management key. The old address is notified. Fails with E111127 if the address belongs to another user. With `mfa`, verifying starts a session that also has the factors of this one, and replaces it.';

const errors = ['E011004', 'E062108', 'E064007', 'E111127', 'E113001'] as const;
const mfa = t.optional(t.flag({ description: 'Keep the factors of this session' }));

async function update(
  ctx: UserContext & Vouching,
  channel: 'email' | 'sms',
  address: string,
  input: UpdateInput,
): Promise<string> {
  const { request, options } = await readUpdate(ctx, input);
  const { masked } = await sendCode(
    ctx,
    channel,
    () => targetOfUpdate(ctx, { ...request, channel, address }),
    options,
  );
  return masked;
}

export const otpUpdateEndpoints = [
  endpoint({
    name: 'otp.update.email',
    method: 'POST',
    path: '/v1/auth/otp/update/email',
    summary: 'Start a change of the signed-in user’s email address, by code',
    description,
    auth: 'refresh',
    limit: 'message',
    input: t.object({ loginId: typedLoginId, email, ...updateFields, mfa }),
    output: maskedOutput('email'),
    errors,
    client: {
      parameters: ['loginId', 'email', 'addToLoginIDs', 'mfa', 'templateId', 'templateOptions', 'locale'],
    },
    handle: async (ctx, { email, ...input }) =>
      maskedToWire('email', await update(ctx, 'email', email, input)),
  }),
  endpoint({
    name: 'otp.update.phone.sms',
    method: 'POST',
    path: '/v1/auth/otp/update/phone/sms',
    summary: 'Start a change of the signed-in user’s phone number, by code',
    description,
    auth: 'refresh',
    limit: 'message',
    input: t.object({ loginId: typedLoginId, phone, ...updateFields, mfa }),
    output: maskedOutput('sms'),
    errors,
    client: {
      parameters: ['loginId', 'phone', 'addToLoginIDs', 'mfa', 'templateId', 'templateOptions', 'locale'],
    },
    handle: async (ctx, { phone, ...input }) => maskedToWire('sms', await update(ctx, 'sms', phone, input)),
  }),
];
