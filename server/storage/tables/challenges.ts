import type { Generated } from 'kysely';
import type { Json, Moment } from './columns.ts';

export interface ChallengesTables {
  challenges: ChallengesTable;
}

/** A secret that was sent to somebody: a code or a link, until it is spent or runs out. */
interface ChallengesTable {
  projectId: string;
  /** Of the secrets for one slot only the newest counts. Links that may stand beside each other have one each. */
  slot: string;
  kind: 'code' | 'link' | 'enchantedLink';
  /** What it is good for, and for nothing else. */
  purpose: string;
  /** Whom it is for; empty: nobody yet, or nobody at all. */
  userId: string;
  /** Folded. What the person typed. */
  loginId: string;
  /** The session that asked for it, without which it is worth nothing; empty: it was asked for without one. */
  sessionId: Generated<string>;
  /** How it went; empty: an integrator has it and passes it on. */
  channel: 'email' | 'sms' | '';
  /** Where it went: what its owner proves. Empty: nothing is proven, or nothing was sent. */
  address: string;
  secretHash: string;
  details: Json;
  /** `SignInOptions` of the sign-in that it completes. */
  terms: Json;
  /** Codes that were tried. */
  attempts: number;
  /** Enchanted links: when the link was chosen and the session can be collected. 0: not yet. */
  confirmedAt: Moment;
  createdAt: Moment;
  expiresAt: Moment;
}
