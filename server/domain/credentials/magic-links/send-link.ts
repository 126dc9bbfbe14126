import type { ProjectContext } from '../../../core/context.ts';
import { requireDelivery } from '../../../delivery/outbox.ts';
import { transaction } from '../../../storage/transaction.ts';
import { deferUnsent } from '../../directory/sign-in-refusals/record-refusal.ts';
import type { Channel } from '../challenges/challenge.ts';
import { issueLink } from '../challenges/issue.ts';
import { checkLinkTarget, type LinkTarget, linkUrl } from '../challenges/link-url.ts';
import { type Alongside, type MessageOptions, sendSecret } from '../challenges/send.ts';
import type { Target } from '../challenges/target.ts';

/**
 * Sends a link that signs in once, within ten minutes. It does not replace earlier ones. `linkTarget` is the address that it
 * leads to, on the project's list, or empty for our own page.
 */
export async function sendMagicLink(
  ctx: ProjectContext,
  channel: Channel,
  linkTarget: LinkTarget,
  findTarget: () => Promise<Target>,
  options: MessageOptions,
  alongside?: Alongside,
): Promise<{ masked: string }> {
  await requireDelivery(ctx, channel);
  checkLinkTarget(ctx, linkTarget);
  const target = await findTarget();
  if (!target.sendTo) deferUnsent(ctx, { method: 'magiclink', loginId: target.challenge.loginId });
  const isUpdate = target.challenge.purpose === 'update';
  await transaction(ctx, async (ctx) => {
    const { secret, expiresAt } = await issueLink(ctx, target.challenge);
    const link = linkUrl(ctx, { target: linkTarget, kind: 'magic', secret });
    const kind = isUpdate ? 'verificationLink' : 'magicLink';
    await sendSecret(ctx, target, { kind, data: { link }, expiresAt }, options);
    await alongside?.(ctx);
  });
  return { masked: target.masked };
}
