import { deviceNameOf } from '../../../../core/device.ts';
import { momentIn } from '../../../../core/languages/language.ts';
import { html } from '../../../../http/page.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { logoutElsewhere } from '../../../sessions/sessions/end-session.ts';
import {
  type ListedSession,
  listOwnSessions,
  revokeOwnSessions,
} from '../../../sessions/sessions/lists/list-sessions.ts';
import { forgetDevices, listTrustedDevices } from '../../../sessions/trusted-devices/trust-device.ts';
import type { Account, Section } from '../account.ts';
import { formOf, partOf } from '../layout.ts';

/** The user's sessions on all devices, each of which they can end. */
export const sessionsSection: Section = {
  async show(account) {
    const { words, ctx } = account;
    const { title, lead, endOthers, othersLead, othersTitle } = words.sessionList;
    const sessions = await listOwnSessions(ctx);
    const own = sessions.filter(({ id }) => id === ctx.session.id);
    const others = sessions.filter(({ id }) => id !== ctx.session.id);
    const items = [...own, ...others].map((session) => itemOf(account, session));
    const form = formOf(
      account,
      html`<p><button name="others" value="yes" class="quiet">${endOthers}</button></p>`,
    );
    return {
      title,
      body: html`${partOf(
        words.sections.sessions,
        html`<p class="lead">${lead}</p>`,
        html`<ul class="items">
${items}</ul>`,
      )}${others.length > 0 && partOf(othersTitle, html`<p>${othersLead}</p>`, form)}${await devicesPart(account)}`,
    };
  },
  async act({ ctx, user }, { one: { others, sessionId, deviceId } }) {
    if (others) {
      await logoutElsewhere(ctx);
      return { done: 'othersEnded' };
    }
    if (deviceId) {
      await transaction(ctx, (ctx) => forgetDevices(ctx, user.id, 'removed', [deviceId]));
      return { done: 'deviceForgotten' };
    }
    // This session ends by signing out.
    if (sessionId && sessionId !== ctx.session.id) await revokeOwnSessions(ctx, [sessionId]);
    return { done: 'sessionEnded' };
  },
};

/** Renders the devices on which a sign-in does not ask for the second factor, if there are any. */
async function devicesPart(account: Account) {
  const { ctx, user, words, language } = account;
  const { title, lead, forget } = words.devices;
  const devices = await listTrustedDevices(ctx, [user.id]);
  const items = devices.map(({ id, name, remoteAddress, lastUsedAt }) => {
    const label = name || words.sessionList.unknownDevice;
    const form = formOf(
      account,
      html`<input type="hidden" name="deviceId" value="${id}">
<button class="quiet" aria-label="${forget}: ${label}, ${remoteAddress}">${forget}</button>`,
    );
    return html`<li class="item"><div><p><strong>${label}</strong></p>
<p class="hint">${withPlace(account, remoteAddress)}<br>${words.sessionList.lastUsed} ${momentIn(language, lastUsedAt)}</p></div>
${form}</li>
`;
  });
  if (devices.length === 0) return undefined;
  return partOf(
    title,
    html`<p>${lead}</p>`,
    html`<ul class="items">
${items}</ul>`,
  );
}

function itemOf(account: Account, session: ListedSession) {
  const { words, language, ctx } = account;
  const { unknownDevice, current, signedIn, lastUsed, onBehalf, end } = words.sessionList;
  const device = deviceNameOf(session.userAgent) || unknownDevice;
  const isCurrent = session.id === ctx.session.id;
  const form = formOf(
    account,
    html`<input type="hidden" name="sessionId" value="${session.id}">
<button class="quiet" aria-label="${end}: ${device}, ${session.remoteAddress}">${end}</button>`,
  );
  return html`<li class="item"><div><p><strong>${device}</strong>${isCurrent && html` · ${current}`}</p>
<p class="hint">${withPlace(account, session.remoteAddress)}<br>${signedIn} ${momentIn(language, session.createdAt)}${
    session.lastUsedAt > session.createdAt && html`<br>${lastUsed} ${momentIn(language, session.lastUsedAt)}`
  }${session.impersonatorId !== '' && html`<br>${onBehalf}`}</p></div>
${!isCurrent && form}</li>
`;
}

/** Returns the address with its place, if the operator has given a file of places. */
function withPlace({ ctx, language }: Account, address: string): string {
  const place = ctx.placeOf?.(address, language.tag);
  return place ? `${place} (${address})` : address;
}
