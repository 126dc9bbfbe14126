import { deviceNameOf } from '../../../../core/device.ts';
import { momentIn } from '../../../../core/languages/language.ts';
import { type Html, html } from '../../../../http/page.ts';
import type { ListedSession } from '../../../sessions/sessions/lists/list-sessions.ts';
import { partOf } from '../../account/layout.ts';
import { buttonOf } from '../layout.ts';
import type { TenantPage } from '../tenant-page.ts';

/** Renders the sessions of a member, each of which can be ended. `undefined`: they are not the tenant's alone. */
export function sessionsPart(page: TenantPage, sessions: ListedSession[] | undefined): Html {
  const { sessionsTitle, noSessions, hiddenSessions, endAll } = page.words.member;
  if (!sessions) return partOf(sessionsTitle, html`<p>${hiddenSessions}</p>`);
  if (sessions.length === 0) return partOf(sessionsTitle, html`<p>${noSessions}</p>`);
  return partOf(
    sessionsTitle,
    html`<ul class="items">
${sessions.map((session) => itemOf(page, session))}</ul>`,
    buttonOf(page, { act: 'endSessions' }, endAll),
  );
}

function itemOf(
  page: TenantPage,
  { id, userAgent, remoteAddress, createdAt, lastUsedAt }: ListedSession,
): Html {
  const { ctx, language } = page;
  const { unknownDevice, signedIn, lastUsed, end } = language.texts.account.sessionList;
  const device = deviceNameOf(userAgent) || unknownDevice;
  const place = ctx.placeOf?.(remoteAddress, language.tag);
  return html`<li class="item"><div><p><strong>${device}</strong></p>
<p class="hint">${place ? `${place} (${remoteAddress})` : remoteAddress}<br>${signedIn} ${momentIn(language, createdAt)}${
    lastUsedAt > createdAt && html`<br>${lastUsed} ${momentIn(language, lastUsedAt)}`
  }</p></div>
${buttonOf(page, { act: 'endSession', fields: { sessionId: id }, of: `${device}, ${remoteAddress}` }, end)}</li>
`;
}
