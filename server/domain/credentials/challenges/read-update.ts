import type { UserContext } from '../../../core/context.ts';
import type { Vouching } from '../../../http/endpoint.ts';
import { givenMergeFlags, type MergeFlags } from '../../directory/users/merge-flags.ts';
import { plainSignInOptions, type SignInOptions } from '../../sessions/sessions/sign-in-options.ts';
import { type MessageOptions, readMessageOptions } from './send.ts';
import type { UpdateRequest } from './target.ts';

/** The options of a change of address, as SDKs send them. */
export interface UpdateInput extends MessageOptions, MergeFlags {
  loginId: string;
  mfa?: boolean;
}

export async function readUpdate(
  ctx: UserContext & Vouching,
  input: UpdateInput,
): Promise<{ request: Omit<UpdateRequest, 'channel' | 'address'>; options: MessageOptions }> {
  const { loginId, addToLoginIDs = false, mfa, locale } = input;
  const terms: SignInOptions = mfa
    ? { ...plainSignInOptions, continues: { sessionId: ctx.session.id, stepUp: false } }
    : plainSignInOptions;
  return {
    request: { loginId, terms, addToLoginIds: addToLoginIDs, mergeFlags: givenMergeFlags(input), locale },
    options: await readMessageOptions(ctx, input),
  };
}
