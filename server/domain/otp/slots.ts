import type { Channel } from '../challenges/challenge.ts';
import { slotOf } from '../challenges/issue.ts';

/** Of a sign-in or sign-up: a newer code ends the one before, whichever of the two it was for. */
export function signInSlot(channel: Channel, subject: string): string {
  return slotOf('otp', channel, subject);
}

/** Of a change of address: strangers, who can ask for sign-in codes, cannot end it. */
export function updateSlot(channel: Channel, userId: string): string {
  return slotOf('otp/update', channel, userId);
}

/** Of a code that an administrator has made for a test user: asking for another does not end it. */
export function testSlot(userId: string): string {
  return slotOf('otp/test', userId);
}
