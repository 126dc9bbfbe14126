import type { Generated } from 'kysely';
import type { Json, Moment } from './columns.ts';

export interface ChallengesTables {
  challenges: ChallengesTable;
}

/** A secret sent to a recipient, a code or a link, until it is used or expires. */
interface ChallengesTable {
  projectId: string;
  /** Only the newest secret of a slot is valid. Links that may coexist have a slot each. */
  slot: string;
  kind: 'code' | 'link' | 'enchantedLink';
  /** The only purpose that the secret serves. */
  purpose: string;
  /** The user whom the secret is for. Empty: a new user or none. */
  userId: string;
  /** As the user typed it, folded. */
  loginId: string;
  /** The session that requested the secret and without which it is void. Empty: requested without a session. */
  sessionId: Generated<string>;
  /** The channel of the message. Empty: an integrator delivers the secret. */
  channel: 'email' | 'sms' | '';
  /** The address that the secret proves. Empty: none is proven, or nothing was sent. */
  address: string;
  secretHash: string;
  details: Json;
  /** `SignInOptions` of the sign-in that it completes. */
  terms: Json;
  /** The number of attempts. */
  attempts: number;
  /** Enchanted links: the time at which the user chose the link and the session became ready. 0: not yet. */
  confirmedAt: Moment;
  createdAt: Moment;
  expiresAt: Moment;
}
