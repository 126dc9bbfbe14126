import type { ServiceContext } from '../core/context.ts';
import { hashSecret, newSecret } from '../core/crypto.ts';

/** Who has signed in, for whom, and what is to go wrong. */
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
 * Codes and tokens are what they stand for, sealed: they survive a restart. What was spent or revoked is remembered
 * until then.
 */
export function createGrants({ sealer, now }: Pick<ServiceContext, 'sealer' | 'now'>) {
  const spent = new Set<string>();
  const maxSpent = 10_000;
  return {
    issue(kind: GrantKind, grant: SimulatedGrant, lifetimeMs: number): string {
      const content = { grant, expiresAt: now() + lifetimeMs, id: newSecret() };
      return sealer.seal(JSON.stringify(content), purposeOf(kind));
    },
    /** What it stands for, if it is good. */
    open(kind: GrantKind, token: string): SimulatedGrant | undefined {
      if (spent.has(hashSecret(token))) return undefined;
      try {
        const { grant, expiresAt } = JSON.parse(sealer.unseal(token, purposeOf(kind)));
        return expiresAt > now() ? grant : undefined;
      } catch {
        return undefined;
      }
    },
    /** It is good no more. */
    spend(token: string): void {
      if (spent.size >= maxSpent) spent.delete(spent.values().next().value as string);
      spent.add(hashSecret(token));
    },
  };
}

function purposeOf(kind: GrantKind): string {
  return `simulator ${kind}`;
}
