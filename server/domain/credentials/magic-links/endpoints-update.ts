import type { UserContext } from '../../../core/context.ts';
import { endpoint, type Vouching } from '../../../http/endpoint.ts';
import { t } from '../../../http/schema.ts';
import { email, phone } from '../../directory/users/wire-input.ts';
import type { Channel } from '../challenges/challenge.ts';
import { readUpdate, type UpdateInput } from '../challenges/read-update.ts';
import { targetOfUpdate } from '../challenges/target.ts';
import { linkTarget, maskedOutput, maskedToWire, typedLoginId, updateFields } from '../challenges/wire.ts';
import { sendMagicLink } from './send-link.ts';

const description =
  'The link goes to the new address, which replaces the old one when the link is verified while this session is active. The old address is notified. Fails with E111127 if the address belongs to another user.';

const errors = ['E011004', 'E062108', 'E064007', 'E111127', 'E113001'] as const;

async function update(
  ctx: UserContext & Vouching,
  channel: Channel,
  address: string,
  { URI, ...input }: UpdateInput & { URI?: string },
): Promise<string> {
  const { request, options } = await readUpdate(ctx, input);
  const target = () => targetOfUpdate(ctx, { ...request, channel, address });
  const { masked } = await sendMagicLink(ctx, channel, URI, target, options);
  return masked;
}

export const magicLinkUpdateEndpoints = [
  endpoint({
    name: 'magicLink.update.email',
    method: 'POST',
    path: '/v1/auth/magiclink/update/email',
    summary: 'Start a change of the signed-in user’s email address, by magic link',
    description,
    auth: 'refresh',
    limit: 'message',
    input: t.object({
      loginId: typedLoginId,
      email,
      URI: linkTarget,
      ...updateFields,
    }),
    output: maskedOutput('email'),
    errors,
    client: {
      parameters: ['loginId', 'email', 'URI', 'addToLoginIDs', 'templateId', 'templateOptions', 'locale'],
    },
    handle: async (ctx, { email, ...input }) =>
      maskedToWire('email', await update(ctx, 'email', email, input)),
  }),
  endpoint({
    name: 'magicLink.update.phone.sms',
    method: 'POST',
    path: '/v1/auth/magiclink/update/phone/sms',
    summary: 'Start a change of the signed-in user’s phone number, by magic link',
    description,
    auth: 'refresh',
    limit: 'message',
    input: t.object({
      loginId: typedLoginId,
      phone,
      URI: linkTarget,
      ...updateFields,
    }),
    output: maskedOutput('sms'),
    errors,
    client: {
      parameters: ['loginId', 'phone', 'URI', 'addToLoginIDs', 'templateId', 'templateOptions', 'locale'],
    },
    handle: async (ctx, { phone, ...input }) => maskedToWire('sms', await update(ctx, 'sms', phone, input)),
  }),
];
