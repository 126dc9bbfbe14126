import type { ProjectData } from '../../../core/context.ts';
import { deleteIdentityOfUser, insertIdentity, listIdentitiesOfUser } from './store-identities.ts';

/** A user's account at one of the project's providers, without its tokens. */
export interface LinkedIdentity {
  providerId: string;
  issuer: string;
  /** The user's ID at the provider. */
  subject: string;
  createdAt: number;
  /** The last sign-in. 0: unknown. */
  lastUsedAt: number;
}

export function listLinkedIdentities(ctx: ProjectData, userId: string): Promise<LinkedIdentity[]> {
  return listIdentitiesOfUser(ctx.db, ctx.project.id, userId);
}

/** Unlinks the user's account at a provider, with its tokens. Returns `false` if there is none. Part of a transaction. */
export async function deleteLinkedIdentity(
  ctx: ProjectData,
  userId: string,
  providerId: string,
): Promise<boolean> {
  return (await deleteIdentityOfUser(ctx.db, ctx.project.id, providerId, userId)) !== undefined;
}

/**
 * Gives the user's account at a provider, with its tokens, to another user. Returns `false` if that user has another one there. Part
 * of a transaction, which this then undoes.
 */
export async function moveLinkedIdentity(
  ctx: ProjectData,
  { from, to, providerId }: { from: string; to: string; providerId: string },
): Promise<boolean> {
  const row = await deleteIdentityOfUser(ctx.db, ctx.project.id, providerId, from);
  return row !== undefined && insertIdentity(ctx.db, { ...row, userId: to });
}
