import type { Language } from '../../../core/languages/language.ts';
import { canDeliver } from '../../../delivery/outbox.ts';
import { addressKindOf, type Channel } from '../../credentials/challenges/challenge.ts';
import { targetOfUpdate } from '../../credentials/challenges/target.ts';
import { sendCode } from '../../credentials/otp/send-code.ts';
import { confirmUpdate } from '../../credentials/otp/verify-code.ts';
import { plainSignInOptions } from '../../sessions/sessions/sign-in-options.ts';
import type { Self } from './account.ts';
import { canChangeAddress } from './editable.ts';
import type { Kept } from './page-state.ts';

type Changing = NonNullable<Kept['changing']>;

/** Sends a code to a new address, or to the user's own unverified one. Returns `undefined` if the project allows neither. */
export async function sendAddressCode(
  self: Self,
  language: Language,
  { channel, address }: { channel: Channel; address: string },
): Promise<Changing | undefined> {
  const { ctx, user, count } = self;
  const verifies = isCurrent(self, channel, address);
  if (!(await (verifies ? canDeliver(ctx, channel) : canChangeAddress(ctx, channel)))) return undefined;
  await count('message');
  const loginId = user.loginIds[0] ?? '';
  const request = {
    loginId,
    channel,
    address,
    // The address that the user has stays what it is, whether a login ID or not.
    addToLoginIds: !verifies,
    mergeFlags: [],
    locale: language.tag,
    terms: plainSignInOptions,
  };
  await sendCode(ctx, channel, () => targetOfUpdate(ctx, request), { locale: language.tag });
  return { channel, address, loginId };
}

/** Changes or verifies the address by its code. Returns `undefined` if it may no longer be changed. */
export async function confirmAddress(
  self: Self,
  { channel, address, loginId }: Changing,
  code: string,
): Promise<'addressVerified' | 'addressChanged' | undefined> {
  const { ctx, count } = self;
  await count('code');
  const verifies = isCurrent(self, channel, address);
  // An administrator may have given the user another address, or closed the field, since the code was sent.
  if (!verifies && !(await canChangeAddress(ctx, channel))) return undefined;
  await confirmUpdate(ctx, { loginId, channel, code });
  return verifies ? 'addressVerified' : 'addressChanged';
}

/** The user's own address is not changed by its code, but verified. */
function isCurrent({ user }: Pick<Self, 'user'>, channel: Channel, address: string): boolean {
  return user[addressKindOf(channel)] === address;
}
