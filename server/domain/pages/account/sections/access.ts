import { momentIn } from '../../../../core/languages/language.ts';
import { html } from '../../../../http/page.ts';
import { loadUsers } from '../../../directory/users/load-user.ts';
import type { Consent } from '../../../sessions/impersonation-rights/consent.ts';
import {
  giveConsent,
  loadConsents,
  withdrawConsents,
} from '../../../sessions/impersonation-rights/give-consent.ts';
import { consentDurations, whoIn } from '../../impersonation-consent/view.ts';
import type { Account, Section } from '../account.ts';
import { confirmNotice, formOf, partOf } from '../layout.ts';

/** The user's consents to impersonation. Consent for one person or one organization comes from a link of the application. */
export const accessSection: Section = {
  isSensitive: ({ withdraw, signOut }) => !withdraw && !signOut,
  async show(account) {
    const { ctx, user, words, language, isRecent } = account;
    const consentWords = language.texts.impersonationConsent;
    const consents = await loadConsents(ctx, user.id);
    const ids = consents.flatMap(({ impersonatorId }) => impersonatorId || []);
    const impersonators = await loadUsers(ctx, ids, { withDisabled: true });
    const items = consents.map((consent) =>
      itemOf(account, consent, whoIn(consentWords, user, impersonators, consent)),
    );
    const choices = consentDurations.map(
      ({ name }, index) => html`<label class="choice">
<input type="radio" name="duration" value="${name}"${index === 0 && html` checked`}>
<span>${consentWords.durations[name]}</span></label>`,
    );
    const ask = formOf(
      account,
      html`<fieldset><legend>${consentWords.howLong}</legend><div class="choices">${choices}</div></fieldset>
<p><button>${consentWords.allow}</button></p>`,
    );
    const given = html`<ul class="items">
${items}</ul>`;
    const { title, lead } = words.access;
    return {
      title,
      body: html`${consents.length > 0 && partOf(consentWords.givenHeading, given)}${confirmNotice(account)}${partOf(
        lead,
        html`<p><strong>${consentWords.anybody}</strong></p>
<p>${consentWords.reach}</p>
<p>${consentWords.limits}</p>`,
        isRecent && ask,
      )}`,
    };
  },
  async act({ ctx, user }, { one: { withdraw, duration } }) {
    if (withdraw) {
      await withdrawConsents(ctx, user.id, withdraw);
      return { done: 'consentWithdrawn' };
    }
    const chosen = consentDurations.find(({ name }) => name === duration);
    if (!chosen) return { keep: {} };
    const scope = { impersonatorId: '', tenantId: '' };
    await giveConsent(ctx, user.id, { ...scope, lifetimeSeconds: chosen.seconds });
    return { done: 'consentGiven' };
  },
};

function itemOf(account: Account, { id, expiresAt }: Consent, who: string) {
  const { ctx, language } = account;
  const { until, expired, withdraw, withdrawOf } = language.texts.impersonationConsent;
  const moment = momentIn(language, expiresAt);
  const form = formOf(
    account,
    html`<input type="hidden" name="withdraw" value="${id}">
<button class="quiet" aria-label="${withdrawOf({ who })}">${withdraw}</button>`,
  );
  return html`<li class="item"><div><p><strong>${who}</strong></p>
<p class="hint">${expiresAt > ctx.now() ? until({ moment }) : expired({ moment })}</p></div>
${form}</li>
`;
}
