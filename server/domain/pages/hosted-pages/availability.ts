import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { requireDelivery } from '../../../delivery/outbox.ts';
import type { Channel } from '../../credentials/challenges/challenge.ts';
import { relyingPartyOf } from '../../credentials/passkeys/relying-party.ts';

/** Reports whether the project can send messages of this kind. */
export function canSend(ctx: ProjectContext, channel: Channel): Promise<boolean> {
  return requireDelivery(ctx, channel).then(
    () => true,
    () => false,
  );
}

/** Reports whether passkeys of the project work on our pages: they may belong to another domain. */
export function canUsePasskeys(ctx: ProjectContext): boolean {
  try {
    relyingPartyOf(ctx, ownOrigin(ctx));
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

/** Reports whether to offer passkeys. Excludes projects whose passkeys belong to a domain that our pages are not on. */
export function offersPasskeys(ctx: ProjectContext): boolean {
  return ctx.project.settings.hostedPages.signInMethods.includes('passkey') && canUsePasskeys(ctx);
}

/** The origin of our pages. */
export function ownOrigin({ baseUrl }: ProjectContext): string {
  return new URL(baseUrl).origin;
}
