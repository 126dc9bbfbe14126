import type { ProjectData } from '../../../../core/context.ts';
import { listIdentitiesOfUser } from './store.ts';

/** An identity at a tenant's identity provider. */
export interface SsoIdentity {
  tenantId: string;
  connectionId: string;
  /** As stored, with the identity provider. */
  subject: string;
  createdAt: number;
  /** The last sign-in. 0: unknown. */
  lastUsedAt: number;
}

/** Lists the identities of a user at the identity providers of tenants. */
export async function listSsoIdentities(ctx: ProjectData, userId: string): Promise<SsoIdentity[]> {
  const identities = await listIdentitiesOfUser(ctx.db, ctx.project.id, userId);
  return identities.map(({ createdUser: _, ...identity }) => identity);
}
