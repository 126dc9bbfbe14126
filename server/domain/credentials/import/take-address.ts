import type { ProjectContext } from '../../../core/context.ts';
import { leaveAddressToOwner } from '../../directory/users/identifiers/leave-address.ts';
import { readLoginId, storedForms } from '../../directory/users/identifiers/login-id.ts';
import { takeLoginIds } from '../../directory/users/identifiers/take-login-ids.ts';
import { loadUserById } from '../../directory/users/load-user.ts';
import type { Taking } from './import-row.ts';
import { isUsableName } from './names.ts';
import { findHolders } from './store.ts';

/** Removes an address from the account of an imported user who never proved it. Part of the transaction that creates its owner. */
export async function takeAddress(ctx: ProjectContext, { address, userId, spare }: Taking): Promise<void> {
  const { loginIds } = await loadUserById(ctx, userId);
  if (loginIds.length === 1 && isUsableName(spare) && (await isFree(ctx, spare)))
    await takeLoginIds(ctx, [{ ...readLoginId(spare), userId, position: 1, selfGiven: 1 }]);
  await leaveAddressToOwner(ctx, userId, address);
}

async function isFree({ db, project }: ProjectContext, name: string): Promise<boolean> {
  return (await findHolders(db, project.id, storedForms(name))).length === 0;
}
