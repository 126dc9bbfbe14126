import type { ProjectContext } from '../../../core/context.ts';
import { type Language, momentIn, textWith } from '../../../core/languages/language.ts';
import type { Project } from '../../../core/project.ts';
import { withQuery } from '../../../core/url.ts';
import { html, type Page } from '../../../http/page.ts';
import type { AnsweredNotice } from '../../credentials/security-notices/answer-notice.ts';
import type { Notice } from '../../credentials/security-notices/notice.ts';
import { noticePath } from '../../credentials/security-notices/notice-user.ts';
import { hostedPage } from '../hosted-pages/layout.ts';
import { cardOf, markedCardOf } from '../hosted-pages/views.ts';

/** Renders the event and the button. The secret moves from the address into the form. */
export function questionView(
  { baseUrl, project }: ProjectContext,
  language: Language,
  { secret, notice }: { secret: string; notice: Notice },
): Page {
  const words = language.texts.notMe;
  const { kind, details, createdAt } = notice;
  const { pathname, search } = new URL(withQuery(`${baseUrl}${noticePath}`, { projectId: project.id }));
  const factor = details.factor ? words.factors[details.factor] : '';
  const origin =
    details.by === 'administrator'
      ? words.byAdministrator
      : `${details.device || words.unknownDevice} (${details.ip})`;
  const body = cardOf(
    words.title,
    html`<p class="lead">${textWith(words.events[kind], { factor, newAddress: details.newAddress ?? '' })}</p>`,
    html`<p><time datetime="${new Date(createdAt).toISOString()}">${momentIn(language, createdAt)}</time><br>${origin}</p>`,
    html`<p>${words.consequence}</p>`,
    html`<form method="post" action="${pathname + search}">
<input type="hidden" name="t" value="${secret}">
<p><button>${words.submit}</button></p>
</form>`,
    html`<p>${words.itWasMe}</p>`,
  );
  return hostedPage(project, { language, title: words.title, body });
}

export function doneView(
  project: Project,
  language: Language,
  { outcome, isResetSent }: AnsweredNotice,
): Page {
  const words = language.texts.notMe;
  const next = isResetSent ? words.sent : words.next[outcome];
  const body = markedCardOf(
    { icon: 'success', look: 'good' },
    words.doneTitle,
    html`<p class="lead">${words.done}</p>`,
    html`<p>${next}</p>`,
    outcome === 'secured' ? html`<p>${words.check}</p>` : undefined,
  );
  return hostedPage(project, { language, title: words.doneTitle, body });
}
