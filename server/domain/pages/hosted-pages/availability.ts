import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { requireDelivery } from '../../../delivery/outbox.ts';
import type { Channel } from '../../credentials/challenges/challenge.ts';
import { relyingPartyOf } from '../../credentials/passkeys/relying-party.ts';
import type { AtPlace } from './flow.ts';

/** Reports whether the project can send messages of this kind. */
export function canSend(ctx: ProjectContext, channel: Channel): Promise<boolean> {
  return requireDelivery(ctx, channel).then(
    () => true,
    () => false,
  );
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
