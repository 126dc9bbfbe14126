import { canDeliver } from '../../../../delivery/outbox.ts';
import { type Html, html } from '../../../../http/page.ts';
import { addressKindOf, type Channel } from '../../../credentials/challenges/challenge.ts';
import { targetOfUpdate } from '../../../credentials/challenges/target.ts';
import { sendCode } from '../../../credentials/otp/send-code.ts';
import { confirmUpdate } from '../../../credentials/otp/verify-code.ts';
import { removeLoginId } from '../../../directory/users/identifiers/change-login-ids.ts';
import { plainSignInOptions } from '../../../sessions/sessions/sign-in-options.ts';
import { codeFieldOf, fieldOf } from '../../hosted-pages/fields.ts';
import type { Account, Outcome, Section } from '../account.ts';
import { confirmNotice, formOf, partOf } from '../layout.ts';

/** The user's addresses, which are changed by a code that is sent there, and their login IDs. */
export const addressesSection: Section = {
  isSensitive: ({ signOut }) => !signOut,
  async show(account) {
    const { words, kept } = account;
    const { title } = words.addresses;
    if (kept.changing && account.isRecent)
      return { title, body: codePart(account, kept.changing.channel, kept.changing.address) };
    const body = html`${confirmNotice(account)}${await addressPart(account, 'email')}${await addressPart(account, 'sms')}${loginIdsPart(account)}`;
    return { title, body };
  },
  async act(account, { one: form }) {
    const { ctx, user, kept, count } = account;
    if (form['removeLoginId']) {
      await removeLoginId(ctx, user.id, form['removeLoginId']);
      return { done: 'loginIdRemoved' };
    }
    const channel = form['channel'] === 'sms' ? 'sms' : 'email';
    if (form['address']) return send(account, channel, form['address'].trim());
    if (!form['code'] || !kept.changing) return { keep: {} };
    await count('code');
    const { loginId, channel: sentBy, address } = kept.changing;
    // An administrator may have given the user another address, or closed the field, since the code was sent.
    if (!isCurrent(account, sentBy, address) && !(await canChange(account, sentBy))) return { keep: {} };
    await confirmUpdate(ctx, { loginId, channel: sentBy, code: form['code'] ?? '' });
    return { done: isCurrent(account, sentBy, address) ? 'addressVerified' : 'addressChanged' };
  },
};

async function send(account: Account, channel: Channel, address: string): Promise<Outcome> {
  const { ctx, user, language, count } = account;
  const verifies = isCurrent(account, channel, address);
  if (!(await (verifies ? canDeliver(ctx, channel) : canChange(account, channel)))) return { keep: {} };
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
  return { keep: { changing: { channel, address, loginId } } };
}

/** The user's own address is not changed by its code, but verified. */
function isCurrent({ user }: Account, channel: Channel, address: string): boolean {
  return user[addressKindOf(channel)] === address;
}

/** An address can be changed if the project allows it and can send the code. */
async function canChange({ ctx }: Account, channel: Channel): Promise<boolean> {
  const { editableDetails } = ctx.project.settings.accountPage;
  return editableDetails.includes(addressKindOf(channel)) && canDeliver(ctx, channel);
}

async function addressPart(account: Account, channel: Channel): Promise<Html | undefined> {
  const { user, words } = account;
  const kind = addressKindOf(channel);
  const { label, newLabel, verified, unverified, none, submit } = words.addresses[kind];
  const isVerified = kind === 'email' ? user.verifiedEmail : user.verifiedPhone;
  const canBeChanged = await canChange(account, channel);
  if (!user[kind] && !canBeChanged) return undefined;
  const canBeVerified = user[kind] !== '' && !isVerified && (await canDeliver(account.ctx, channel));
  const verification = () =>
    formOf(
      account,
      html`<input type="hidden" name="channel" value="${channel}">
<input type="hidden" name="address" value="${user[kind]}">
<p><button class="quiet">${words.addresses.verify}</button></p>`,
    );
  const form = () =>
    formOf(
      account,
      html`<input type="hidden" name="channel" value="${channel}">
${fieldOf({ name: 'address', label: newLabel, autocomplete: kind === 'email' ? 'email' : 'tel', maxLength: 320 })}
<p><button>${submit}</button></p>`,
    );
  const state = user[kind] && (isVerified ? verified : unverified);
  return partOf(
    label,
    user[kind]
      ? html`<p><strong>${user[kind]}</strong> <span class="hint">${state}</span></p>`
      : html`<p>${none}</p>`,
    canBeVerified && account.isRecent && verification(),
    canBeChanged && account.isRecent && form(),
  );
}

function codePart(account: Account, channel: Channel, address: string): Html {
  const { words, language } = account;
  const { label, submit } = language.texts.hostedPages.code;
  const { codeTitle, sentTo } = words.addresses;
  const again = html`<input type="hidden" name="channel" value="${channel}">
<input type="hidden" name="address" value="${address}">
<p><button class="quiet">${language.texts.hostedPages.code.again}</button></p>`;
  return partOf(
    codeTitle,
    html`<p>${sentTo({ address })}</p>`,
    formOf(
      account,
      html`${codeFieldOf({ label })}
<p><button>${submit}</button></p>`,
    ),
    formOf(account, again),
    formOf(account, html`<p><button name="do" value="cancel" class="quiet">${words.cancel}</button></p>`),
  );
}

function loginIdsPart(account: Account): Html {
  const { user, words, isRecent } = account;
  const { loginIds, loginIdsLead, remove } = words.addresses;
  const items = user.loginIds.map((loginId) => {
    const form = formOf(
      account,
      html`<input type="hidden" name="removeLoginId" value="${loginId}">
<button class="quiet" aria-label="${remove}: ${loginId}">${remove}</button>`,
    );
    return html`<li class="item"><div>${loginId}</div>${user.loginIds.length > 1 && isRecent && form}</li>
`;
  });
  return partOf(
    loginIds,
    html`<p class="hint">${loginIdsLead}</p>`,
    html`<ul class="items">
${items}</ul>`,
  );
}
