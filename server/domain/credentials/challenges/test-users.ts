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
      'What the session names as its factor; absent: email. `voice`, `whatsapp` and `im` are refused (E501001)',
  }),
);

/** What a sign-in of a test user is begun with, without a message. E011004 for anybody else: it signs in. */
export async function testSignIn(
  ctx: ProjectContext,
  who: string,
  { method = 'email', loginOptions = {} }: { method?: string | undefined; loginOptions?: LoginOptions },
): Promise<NewChallenge<'signIn'> & { userId: string }> {
  const user = await loadSignInUser(ctx, who);
  if (!user.test) throw new ServiceError('E011004', 'This is for test users only');
  return {
    ...{ purpose: 'signIn', userId: user.id, loginId: '', channel: channelOf(method) },
    ...{ address: '', details: { revocations: await revocationsOf(ctx, user.id) } },
    terms: readManagementSignInOptions(loginOptions),
  };
}

function channelOf(method: string): Channel | '' {
  if (method === 'Embedded') return '';
  if (method === 'email' || method === 'sms') return method;
  throw new ServiceError('E501001', `Messages by ${method} are not supported`);
}
