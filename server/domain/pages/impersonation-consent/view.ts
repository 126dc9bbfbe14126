import type { ProjectContext, ProjectData, TimedProjectData } from '../../../core/context.ts';
import { type Language, momentIn } from '../../../core/languages/language.ts';
import type { Texts } from '../../../core/languages/texts.ts';
import { type Html, html, type Page } from '../../../http/page.ts';
import { loadUsers } from '../../directory/users/load-user.ts';
import type { User } from '../../directory/users/user.ts';
import { consentPath, type OpenLink } from '../../sessions/impersonation/consent-link.ts';
import type { Consent, ConsentScope } from '../../sessions/impersonation-rights/consent.ts';
import { loadConsents } from '../../sessions/impersonation-rights/give-consent.ts';
import { hostedPage } from '../hosted-pages/layout.ts';
import { cardOf } from '../hosted-pages/views.ts';

/** The durations that the page offers. The first one is preselected. */
export const consentDurations = [
  { name: 'hour', seconds: 60 * 60 },
  { name: 'day', seconds: 24 * 60 * 60 },
  { name: 'week', seconds: 7 * 24 * 60 * 60 },
  { name: 'month', seconds: 30 * 24 * 60 * 60 },
] as const;

/** Renders the page of an open link: who may act and for how long, and the consents given before. */
export async function consentView(
  ctx: ProjectContext,
  language: Language,
  token: string,
  { user, scope, redirectUrl }: OpenLink,
): Promise<Page> {
  const words = language.texts.impersonationConsent;
  const consents = await loadConsents(ctx, user.id);
  const named = [scope, ...consents].map(({ impersonatorId }) => impersonatorId).filter((id) => id !== '');
  const impersonators = await loadUsers(ctx, named, { withDisabled: true });
  const who = (scope: ConsentScope) => whoIn(words, user, impersonators, scope);
  const page = hostedPage(ctx.project, {
    language,
    title: words.title,
    endsAt: redirectUrl,
    body: html`${cardOf(
      words.title,
      html`<p class="account">${words.account({ name: user.loginIds[0] ?? user.id })}</p>`,
      askFor(ctx, words, token, who(scope)),
    )}
${consents.length > 0 && given(ctx, language, token, consents, who)}`,
  });
  // Anyone who has the page's address can answer, and the origin of a form is not checked.
  return { ...page, referrerPolicy: 'no-referrer' };
}

function askFor(ctx: ProjectData, words: Texts['impersonationConsent'], token: string, who: string): Html {
  const choices = consentDurations.map(
    ({ name }, index) => html`<label class="choice">
<input type="radio" name="duration" value="${name}"${index === 0 && html` checked`}>
<span>${words.durations[name]}</span></label>`,
  );
  return html`<dl><dt>${words.whoHeading}</dt><dd><strong>${who}</strong></dd></dl>
<p>${words.reach}</p>
<p>${words.limits}</p>
<form method="post" action="${actionOf(ctx)}">
<input type="hidden" name="link" value="${token}">
<fieldset><legend>${words.howLong}</legend><div class="choices">${choices}</div></fieldset>
<button type="submit" name="answer" value="allow">${words.allow}</button>
<button type="submit" name="answer" value="decline" class="quiet">${words.decline}</button>
</form>`;
}

function given(
  ctx: TimedProjectData,
  language: Language,
  token: string,
  consents: Consent[],
  who: (scope: ConsentScope) => string,
): Html {
  const words = language.texts.impersonationConsent;
  const rows = consents.map((consent) => {
    const moment = momentIn(language, consent.expiresAt);
    const when = consent.expiresAt > ctx.now() ? words.until({ moment }) : words.expired({ moment });
    return html`<li class="item"><div><p><strong>${who(consent)}</strong></p>
<p class="hint"><time datetime="${new Date(consent.expiresAt).toISOString()}">${when}</time></p></div>
<form method="post" action="${actionOf(ctx)}">
<input type="hidden" name="link" value="${token}">
<button type="submit" name="withdraw" value="${consent.id}" class="quiet"
 aria-label="${words.withdrawOf({ who: who(consent) })}">${words.withdraw}</button>
</form></li>
`;
  });
  return html`<section class="card" aria-labelledby="given"><h2 id="given">${words.givenHeading}</h2>
<ul class="items">
${rows}</ul></section>`;
}

/** Returns the form's address, which names the project as the page's address does. */
function actionOf(ctx: ProjectData): string {
  return `${consentPath}?projectId=${ctx.project.id}`;
}

/** Names the people to whom a consent applies. */
export function whoIn(
  words: Texts['impersonationConsent'],
  user: User,
  impersonators: User[],
  scope: ConsentScope,
): string {
  const { impersonatorId, tenantId } = scope;
  if (tenantId) {
    const tenant = user.tenants.find((tenant) => tenant.tenantId === tenantId);
    return words.onlyTenant({ name: tenant?.tenantName || tenantId });
  }
  if (!impersonatorId) return words.anybody;
  const impersonator = impersonators.find(({ id }) => id === impersonatorId);
  return words.onlyUser({ name: impersonator ? nameOf(impersonator) : impersonatorId });
}

/** Returns the name with the login ID, because names can be chosen freely. */
function nameOf({ name, loginIds, id }: User): string {
  const loginId = loginIds[0] ?? id;
  return name && name !== loginId ? `${name} (${loginId})` : loginId;
}
