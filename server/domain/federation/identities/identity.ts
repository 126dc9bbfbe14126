import { hash } from 'node:crypto';
import type { ProjectData } from '../../../core/context.ts';
import { type LinkedIdentity, listLinkedIdentities } from '../oauth/linked-identities.ts';
import { listSsoIdentities, type SsoIdentity } from '../sso/identities/list-identities.ts';

interface Known {
  /** Names the identity in calls. It follows from the provider and the subject. */
  id: string;
  issuer: string;
  /** The user's ID at the provider. */
  subject: string;
  createdAt: number;
  /** The last sign-in. 0: unknown. */
  lastUsedAt: number;
}

/** An account of the user at one of the project's providers, or at the identity provider of a tenant. */
export type Identity = Known &
  (
    | { type: 'oauth'; providerId: string }
    | { type: 'sso'; tenantId: string; connectionId: string; stored: string }
  );

/** Lists all identities of a user, oldest first. */
export async function listIdentities(ctx: ProjectData, userId: string): Promise<Identity[]> {
  const [oauth, sso] = await Promise.all([listLinkedIdentities(ctx, userId), listSsoIdentities(ctx, userId)]);
  return [...oauth.map(ofProvider), ...sso.map(ofConnection)].sort(
    (a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1),
  );
}

function ofProvider({ providerId, issuer, subject, ...times }: LinkedIdentity): Identity {
  return {
    type: 'oauth',
    id: idOf('oauth', providerId, issuer, subject),
    providerId,
    issuer,
    subject,
    ...times,
  };
}

/** Separates the provider and the subject, which are stored as one text, with a mark if an administrator kept them apart. */
function ofConnection({ tenantId, connectionId, subject: stored, ...times }: SsoIdentity): Identity {
  const bound = stored.replace(/^replaced \d{1,20} /, '');
  const blank = bound.indexOf(' ');
  const [issuer, subject] = [bound.slice(0, Math.max(blank, 0)), bound.slice(blank + 1)];
  const id = idOf('sso', tenantId, connectionId, stored);
  return { type: 'sso', id, tenantId, connectionId, stored, issuer, subject, ...times };
}

function idOf(...key: string[]): string {
  return hash('sha256', JSON.stringify(key), 'base64url').slice(0, 22);
}
