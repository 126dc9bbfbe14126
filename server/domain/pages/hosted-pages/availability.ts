import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { canDeliver } from '../../../delivery/outbox.ts';
import type { Channel } from '../../credentials/challenges/challenge.ts';
import { relyingPartyOf } from '../../credentials/passkeys/relying-party.ts';
import { rulesOf } from '../../credentials/passwords/rules.ts';
import type { AtPlace } from './flow.ts';

/** The facts about a project that a request has read. A page needs them several times, to see what it can offer. */
const known = new WeakMap<object, Map<string, Promise<boolean>>>();

function onceIn(
  { request }: Pick<ProjectContext, 'request'>,
  question: string,
  find: () => Promise<boolean>,
): Promise<boolean> {
  const answers = known.get(request) ?? new Map<string, Promise<boolean>>();
  known.set(request, answers);
  const answer = answers.get(question) ?? find();
  answers.set(question, answer);
  return answer;
}

/** Reports whether the project can send messages of this kind. Costs one query for a request. */
export function canSend(ctx: ProjectContext, channel: Channel): Promise<boolean> {
  return onceIn(ctx, channel, () => canDeliver(ctx, channel));
}

/** Reports whether the project has passwords. Costs one query for a request. */
export function hasPasswords(ctx: ProjectContext): Promise<boolean> {
  return onceIn(ctx, 'password', async () => (await rulesOf(ctx)).isEnabled);
}

/** Reports whether passkeys of the project work on the page: they may belong to another domain. */
export function canUsePasskeys({ ctx, place }: AtPlace): boolean {
  try {
    relyingPartyOf(ctx, place.origin);
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

/** Reports whether to offer passkeys. Excludes projects whose passkeys belong to a domain that the page is not on. */
export function offersPasskeys(flow: AtPlace): boolean {
  return flow.ctx.project.settings.hostedPages.signInMethods.includes('passkey') && canUsePasskeys(flow);
}
