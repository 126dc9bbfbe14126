import { deviceNameOf } from '../../../../core/device.ts';
import { html } from '../../../../http/page.ts';
import { logoutElsewhere } from '../../../sessions/sessions/end-session.ts';
import {
  type ListedSession,
  listOwnSessions,
  revokeOwnSessions,
} from '../../../sessions/sessions/lists/list-sessions.ts';
import { momentIn } from '../../not-me/texts.ts';
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
      )}${others.length > 0 && partOf(othersTitle, html`<p>${othersLead}</p>`, form)}`,
    };
  },
  async act({ ctx }, { one: { others, sessionId } }) {
    if (others) {
      await logoutElsewhere(ctx);
      return { done: 'othersEnded' };
    }
    // This session ends by signing out.
    if (sessionId && sessionId !== ctx.session.id) await revokeOwnSessions(ctx, [sessionId]);
    return { done: 'sessionEnded' };
  },
};

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
<p class="hint">${session.remoteAddress}<br>${signedIn} ${momentIn(language, session.createdAt)}${
    session.lastUsedAt > session.createdAt && html`<br>${lastUsed} ${momentIn(language, session.lastUsedAt)}`
  }${session.impersonatorId !== '' && html`<br>${onBehalf}`}</p></div>
${!isCurrent && form}</li>
`;
}
