import type { Channel, NewChallenge } from '../challenges/challenge.ts';
import { slotOf } from '../challenges/issue.ts';

/** Of a sign-in or sign-up: a newer code ends the one before, whichever of the two it was for. */
export function signInSlot(channel: Channel, subject: string): string {
  return slotOf('otp', channel, subject);
}

/** The slot of a code that a session has asked for: requests for sign-in codes by other callers cannot end it. */
export function sessionSlot({ sessionId = '', purpose, channel, userId, loginId }: NewChallenge): string {
  return slotOf('otp/session', sessionId, purpose, channel, userId, loginId);
}

/** Of a code that an administrator has made for a test user: asking for another does not end it. */
export function testSlot(userId: string): string {
  return slotOf('otp/test', userId);
}
