import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { t } from '../../../http/schema.ts';
import { loadSignInUser } from '../../directory/users/identifiers/find-addressee.ts';
import { revocationsOf } from '../../directory/users/revocations.ts';
import { type LoginOptions, readManagementSignInOptions } from '../../sessions/sessions/sign-in-options.ts';
import type { Channel, NewChallenge } from './challenge.ts';

export const deliveryMethod = t.optional(
  t.choice(['email', 'sms', 'voice', 'whatsapp', 'im', 'Embedded'], {
    description:
      'The factor that the session names. Default: email. `voice`, `whatsapp` and `im` are not supported (E501001)',
  }),
);

/** Returns the challenge of a test user's sign-in, without a message. Throws E011004 for other users, because it signs in. */
export async function testSignIn(
  ctx: ProjectContext,
  who: string,
  { method = 'email', loginOptions = {} }: { method?: string | undefined; loginOptions?: LoginOptions },
): Promise<NewChallenge<'signIn'> & { userId: string }> {
  const user = await loadSignInUser(ctx, who);
  if (!user.test)
    throw new ServiceError('E011004', 'The user is not a test user. Use this endpoint with test users only');
  return {
    purpose: 'signIn',
    userId: user.id,
    loginId: '',
    channel: channelOf(method),
    address: '',
    details: { revocations: await revocationsOf(ctx, user.id) },
    terms: readManagementSignInOptions(loginOptions),
  };
}

function channelOf(method: string): Channel | '' {
  if (method === 'Embedded') return '';
  if (method === 'email' || method === 'sms') return method;
  throw new ServiceError('E501001', `Messages by ${method} are not supported`);
}
