import type { Row } from '../../../storage/tables.ts';

/** A device that a user trusts, as administrators and the user see it. */
export interface TrustedDevice {
  id: string;
  userId: string;
  /** Such as `Firefox, Windows`. Empty if unknown. */
  name: string;
  type: string;
  remoteAddress: string;
  lastUsedAt: number;
  expiresAt: number;
}

/** The proof with which the trust in a device began. It stands in for the second factor where that proof has one that counts. */
export interface DeviceProof {
  lastSecondFactorAt: number;
  /** The factors of the session that began the trust. Absent: unknown, because it began in an earlier release. */
  amr?: string[];
}

export function toProof({ provenAt, amr }: Row<'trustedDevices'>): DeviceProof {
  return { lastSecondFactorAt: provenAt, ...(amr !== null && { amr: JSON.parse(amr) as string[] }) };
}

const dayMs = 24 * 60 * 60_000;

/** The time after which a device that is not used is not trusted any more. */
export const unusedLifetimeMs = 30 * dayMs;

/** The devices of one user; the one that was not used for longest makes room. */
export const maxDevices = 20;

/** The token of a device: its ID and its secret. */
export function toToken(id: string, secret: string): string {
  return `${id}.${secret}`;
}

export function readToken(token: string): { id: string; secret: string } | undefined {
  const [, id, secret] = /^(D[0-9A-Za-z]{27})\.([\w-]{43})$/.exec(token) ?? [];
  return id && secret ? { id, secret } : undefined;
}
