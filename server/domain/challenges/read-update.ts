import type { UserContext } from '../../core/context.ts';
import { plainTerms, type SessionTerms } from '../sessions/terms.ts';
import { givenMergeFlags, type MergeFlags } from '../users/merge-flags.ts';
import type { MessageOptions } from './send.ts';
import type { UpdateRequest } from './target.ts';

/** The options of a change of address, as SDKs send them. */
export interface UpdateInput extends MessageOptions, MergeFlags {
  loginId: string;
  mfa?: boolean;
}

export function readUpdate(
  ctx: UserContext,
  input: UpdateInput,
): { request: Omit<UpdateRequest, 'channel' | 'address'>; options: MessageOptions } {
  const { loginId, addToLoginIDs = false, mfa, templateId, templateOptions, locale } = input;
  const terms: SessionTerms = mfa
    ? { ...plainTerms, continues: { sessionId: ctx.session.id, stepUp: false } }
    : plainTerms;
  return {
    request: { loginId, terms, addToLoginIds: addToLoginIDs, mergeFlags: givenMergeFlags(input), locale },
    options: {
      ...(templateId && { templateId }),
      ...(templateOptions && { templateOptions }),
      ...(locale && { locale }),
    },
  };
}
