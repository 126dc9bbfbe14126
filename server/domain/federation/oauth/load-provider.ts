import type { ProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { type OAuthProvider, toProvider } from './provider.ts';
import { knownProviders } from './providers/known.ts';
import { findProviderRow, listProviderRows, lockProviderRow } from './store.ts';

/** Loads a provider. Throws E113401 for an unknown name, E113402 for a known provider that the project has not set up. */
export async function loadProvider(ctx: ProjectData, id: string): Promise<OAuthProvider> {
  const row = await findProviderRow(ctx.db, ctx.project.id, id.toLowerCase());
  if (row) return toProvider(row);
  if (knownProviders.has(id.toLowerCase())) {
    throw new ServiceError(
      'E113402',
      `${id} has no clientId and clientSecret in this project. Set them first`,
    );
  }
  throw new ServiceError('E113401', 'The project has no OAuth provider with this name');
}

export async function findProvider(ctx: ProjectData, id: string): Promise<OAuthProvider | undefined> {
  const row = await findProviderRow(ctx.db, ctx.project.id, id);
  return row && toProvider(row);
}

/** Loads a provider to change it, so that simultaneous changes wait. Part of a transaction. */
export async function holdProvider(ctx: ProjectData, id: string): Promise<OAuthProvider | undefined> {
  const row = await lockProviderRow(ctx.db, ctx.project.id, id, 'update');
  return row && toProvider(row);
}

/** Reports whether the provider is unchanged since it was queried, and keeps it so until the transaction ends. */
export async function isUnchanged(ctx: ProjectData, { id, modifiedAt }: OAuthProvider): Promise<boolean> {
  const row = await lockProviderRow(ctx.db, ctx.project.id, id, 'share');
  return row?.modifiedAt === modifiedAt;
}

export async function listProviders(ctx: ProjectData): Promise<OAuthProvider[]> {
  return (await listProviderRows(ctx.db, ctx.project.id)).map(toProvider);
}
