import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { type OAuthProvider, toProvider } from './provider.ts';
import { knownProviders } from './providers/known.ts';
import { findProviderRow, listProviderRows, lockProviderRow } from './store.ts';

/** E113401 for a name that means nothing here; E113402 for a known provider that the project has not set up. */
export async function loadProvider(ctx: ProjectContext, id: string): Promise<OAuthProvider> {
  const row = await findProviderRow(ctx.db, ctx.project.id, id.toLowerCase());
  if (row) return toProvider(row);
  if (knownProviders.has(id.toLowerCase())) {
    throw new ServiceError('E113402', `Set a client ID and secret of your own for ${id} first`);
  }
  throw new ServiceError('E113401', 'There is no OAuth provider with this name');
}

export async function findProvider(ctx: ProjectContext, id: string): Promise<OAuthProvider | undefined> {
  const row = await findProviderRow(ctx.db, ctx.project.id, id);
  return row && toProvider(row);
}

/** To change it: whoever does so at the same time waits. Part of a transaction. */
export async function holdProvider(ctx: ProjectContext, id: string): Promise<OAuthProvider | undefined> {
  const row = await lockProviderRow(ctx.db, ctx.project.id, id, 'update');
  return row && toProvider(row);
}

/** Whether the provider is still what it was when it was asked, until the transaction ends. */
export async function isUnchanged(ctx: ProjectContext, { id, modifiedAt }: OAuthProvider): Promise<boolean> {
  const row = await lockProviderRow(ctx.db, ctx.project.id, id, 'share');
  return row?.modifiedAt === modifiedAt;
}

export async function listProviders(ctx: ProjectContext): Promise<OAuthProvider[]> {
  return (await listProviderRows(ctx.db, ctx.project.id)).map(toProvider);
}
