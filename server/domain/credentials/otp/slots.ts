import type { Channel, NewChallenge } from '../challenges/challenge.ts';
import { slotOf } from '../challenges/issue.ts';

/** The slot of a sign-in or sign-up code: a newer code replaces the previous one, whichever of the two it was for. */
export function signInSlot(channel: Channel, subject: string): string {
  return slotOf('otp', channel, subject);
}

/** The slot of a code that a session requested: requests for sign-in codes by other callers cannot void it. */
export function sessionSlot({
  sessionId = '',
  purpose,
  channel,
  userId,
  loginId,
}: Pick<NewChallenge, 'sessionId' | 'purpose' | 'channel' | 'userId' | 'loginId'>): string {
  return slotOf('otp/session', sessionId, purpose, channel, userId, loginId);
}

/** The slot of a code that an administrator created for a test user: requesting another does not void it. */
export function testSlot(userId: string): string {
  return slotOf('otp/test', userId);
}
