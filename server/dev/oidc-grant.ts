import type { ServiceContext } from '../core/context.ts';
import { hashSecret, newSecret } from '../core/crypto.ts';

/** The signed-in user, the client, and the fault. */
export interface SimulatedGrant {
  provider: string;
  clientId: string;
  redirectUri: string;
  scope: string;
  nonce: string;
  codeChallenge: string;
  user: { subject: string; name: string; email: string; groups: string[] };
  fault: string;
}

export type GrantKind = 'code' | 'access' | 'refresh';

/**
 * Codes and tokens contain their grant, sealed, so that they survive a restart. Used and revoked ones are
 * remembered until then.
 */
export function createGrants({ sealer, now }: Pick<ServiceContext, 'sealer' | 'now'>) {
  const spent = new Set<string>();
  const maxSpent = 10_000;
  return {
    issue(kind: GrantKind, grant: SimulatedGrant, lifetimeMs: number): string {
      const content = { grant, expiresAt: now() + lifetimeMs, id: newSecret() };
      return sealer.seal(JSON.stringify(content), purposeOf(kind));
    },
    /** Returns the grant if the token is valid. */
    open(kind: GrantKind, token: string): SimulatedGrant | undefined {
      if (spent.has(hashSecret(token))) return undefined;
      try {
        const { grant, expiresAt } = JSON.parse(sealer.unseal(token, purposeOf(kind)));
        return expiresAt > now() ? grant : undefined;
      } catch {
        return undefined;
      }
    },
    /** Invalidates the token. */
    spend(token: string): void {
      if (spent.size >= maxSpent) spent.delete(spent.values().next().value as string);
      spent.add(hashSecret(token));
    },
  };
}

function purposeOf(kind: GrantKind): string {
  return `simulator ${kind}`;
}
