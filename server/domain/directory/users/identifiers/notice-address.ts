import type { ProjectContext } from '../../../../core/context.ts';
import { happen } from '../../../../core/event.ts';
import { accountChanged } from '../events.ts';
import type { StoredUser } from '../user.ts';

/**
 * Notifies the user that a verified address was replaced or removed: at the old email address, or, if the number changed, at
 * the email address. Part of the transaction of the change.
 */
export async function noticeAddressChange(
  ctx: ProjectContext,
  before: StoredUser,
  after: StoredUser,
): Promise<void> {
  const event = { kind: 'addressChanged' as const, userId: after.id };
  if (before.verifiedEmail && before.email !== after.email) {
    await happen(ctx, accountChanged, { ...event, replaced: before.email, newAddress: after.email });
  } else if (before.verifiedPhone && before.phone !== after.phone) {
    await happen(ctx, accountChanged, { ...event, newAddress: after.phone });
  }
}
