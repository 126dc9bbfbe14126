import type { ProjectContext } from '../../../core/context.ts';
import { deletePasskeys } from '../passkeys/delete-passkeys.ts';
import { deleteRecoveryCodes } from '../recovery-codes/create-codes.ts';
import { deleteTotp } from '../totp/delete-totp.ts';

/** Deletes everything that completes a sign-in of the user. Part of the transaction that holds the user. */
export async function deleteSecondFactors(
  ctx: ProjectContext,
  { userId }: { userId: string },
): Promise<void> {
  await deleteTotp(ctx, userId);
  await deletePasskeys(ctx, userId);
  await deleteRecoveryCodes(ctx, userId);
}
