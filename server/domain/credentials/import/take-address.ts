import type { ProjectContext } from '../../../core/context.ts';
import { leaveAddressToOwner } from '../../directory/users/identifiers/leave-address.ts';
import { readLoginId } from '../../directory/users/identifiers/login-id.ts';
import { takeLoginIds } from '../../directory/users/identifiers/take-login-ids.ts';
import { loadUserById } from '../../directory/users/load-user.ts';
import { isUsableName } from './names.ts';

/** An address that an imported user has, and of which the export of another product says that it is another person's. */
export interface Taking {
  address: string;
  userId: string;
  /** The name of the user if no other one is left: the ID in the other product. */
  spare: string;
}

/** Removes an address from the account of an imported user who never proved it. Part of the transaction that creates its owner. */
export async function takeAddress(ctx: ProjectContext, { address, userId, spare }: Taking): Promise<void> {
  const { loginIds } = await loadUserById(ctx, userId);
  if (loginIds.length === 1 && isUsableName(spare))
    await takeLoginIds(ctx, [{ ...readLoginId(spare), userId, position: 1, selfGiven: 1 }]);
  await leaveAddressToOwner(ctx, userId, address);
}
