import type { ProjectContext } from '../../../core/context.ts';
import { requireDelivery } from '../../../delivery/outbox.ts';
import { transaction } from '../../../storage/transaction.ts';
import { deferUnsent } from '../../directory/sign-in-refusals/record-refusal.ts';
import { plainSignInOptions } from '../../sessions/sessions/sign-in-options.ts';
import { newLink, slotOf } from '../challenges/issue.ts';
import { checkLinkTarget, type LinkTarget, linkUrl } from '../challenges/link-url.ts';
import { type Alongside, type MessageOptions, sendSecret } from '../challenges/send.ts';
import { targetOfPasswordReset } from '../challenges/target.ts';
import { type EnchantedLink, sendEnchantedLinks } from '../enchanted-links/send-links.ts';

export interface PasswordResetRequest {
  loginId: string;
  /** The address that the link leads to: on the project's list, or empty for our own page. */
  redirectUrl: LinkTarget;
  options: MessageOptions;
  /** Sends one link, whatever the project sends to users who ask for a reset. */
  asOneLink?: boolean;
  /** Only for one link. */
  alongside?: Alongside | undefined;
}

/** The sent links, and a hint at the address. */
export type SentReset = { masked: string } & (
  | { method: 'magiclink' }
  | ({ method: 'enchantedlink' } & EnchantedLink)
);

const resetLifetimeMs = 30 * 60_000;

/**
 * Sends a link that signs in, so that a new password can be set. Unknown users and those whose address is neither verified nor a
 * login ID get nothing, and the answer is identical.
 */
export async function sendPasswordReset(
  ctx: ProjectContext,
  { loginId, redirectUrl, options, asOneLink = false, alongside }: PasswordResetRequest,
): Promise<SentReset> {
  checkLinkTarget(ctx, redirectUrl, 'redirectUrl');
  const findTarget = () =>
    targetOfPasswordReset(ctx, {
      loginId,
      terms: { ...plainSignInOptions, resetsPassword: true },
    });
  if (ctx.project.settings.passwordResetMethod === 'enchantedlink' && !asOneLink) {
    return { method: 'enchantedlink', ...(await sendEnchantedLinks(ctx, redirectUrl, findTarget, options)) };
  }
  await requireDelivery(ctx, 'email');
  const target = await findTarget();
  if (!target.sendTo) deferUnsent(ctx, { method: 'password', loginId: target.challenge.loginId });
  const slot = slotOf('passwordReset', target.subject);
  const { secret, expiresAt, keep } = newLink(ctx, target.challenge, { slot, lifetimeMs: resetLifetimeMs });
  const link = linkUrl(ctx, { target: redirectUrl, kind: 'reset', secret });
  await transaction(ctx, async (ctx) => {
    const message = { kind: 'passwordReset', data: { link }, expiresAt } as const;
    if (await sendSecret(ctx, target, message, options)) await keep(ctx);
    await alongside?.(ctx);
  });
  return { method: 'magiclink', masked: target.masked };
}
