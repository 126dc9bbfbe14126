import { canDeliver } from '../../../../delivery/outbox.ts';
import { type Html, html } from '../../../../http/page.ts';
import { addressKindOf, type Channel } from '../../../credentials/challenges/challenge.ts';
import { removeLoginId } from '../../../directory/users/identifiers/change-login-ids.ts';
import { codeFieldOf, fieldOf } from '../../hosted-pages/fields.ts';
import type { Account, Section } from '../account.ts';
import { confirmAddress, sendAddressCode } from '../change-address.ts';
import { canChangeAddress } from '../editable.ts';
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
    const { ctx, user, kept, language } = account;
    if (form['removeLoginId']) {
      await removeLoginId(ctx, user.id, form['removeLoginId']);
      return { done: 'loginIdRemoved' };
    }
    const channel = form['channel'] === 'sms' ? 'sms' : 'email';
    if (form['address']) {
      const changing = await sendAddressCode(account, language, { channel, address: form['address'].trim() });
      return { keep: changing ? { changing } : {} };
    }
    if (!form['code'] || !kept.changing) return { keep: {} };
    const done = await confirmAddress(account, kept.changing, form['code']);
    return done ? { done } : { keep: {} };
  },
};

async function addressPart(account: Account, channel: Channel): Promise<Html | undefined> {
  const { user, words } = account;
  const kind = addressKindOf(channel);
  const { label, newLabel, verified, unverified, none, submit } = words.addresses[kind];
  const isVerified = kind === 'email' ? user.verifiedEmail : user.verifiedPhone;
  const canBeChanged = await canChangeAddress(account.ctx, channel);
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
