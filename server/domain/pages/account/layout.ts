import { readFileSync } from 'node:fs';
import type { Language } from '../../../core/languages/language.ts';
import { shownName } from '../../../core/names.ts';
import type { Project } from '../../../core/project.ts';
import { compactCss, type Html, html, type Page } from '../../../http/page.ts';
import { doneNoticeOf, noticeOf } from '../hosted-pages/fields.ts';
import { hostedPage } from '../hosted-pages/layout.ts';
import { textOfProblem } from '../hosted-pages/problem-text.ts';
import { type Account, pathOf, tenantPathOf, type View } from './account.ts';
import { sectionNames } from './names.ts';

const style = compactCss(readFileSync(new URL('account.css', import.meta.url), 'utf8'));

/** Renders a section of the account. */
export function accountPage(account: Account, { title, body }: View): Page {
  const { ctx, language, words, user, section, administered } = account;
  return navigatedPage(ctx.project, {
    language,
    title,
    label: words.navigation,
    name: user.name || (user.loginIds[0] ?? ''),
    links: [
      ...sectionNames.map((name) => ({
        href: pathOf(ctx.project.id, name),
        text: words.sections[name],
        isCurrent: name === section,
      })),
      ...administered.map(({ tenantId, tenantName }) => ({
        href: tenantPathOf(tenantId),
        text: words.administer({ tenant: shownName(tenantName || tenantId) }),
      })),
    ],
    wayOut: formOf(account, html`<button name="signOut" value="yes" class="quiet">${words.signOut}</button>`),
    content: html`${doneNotice(account)}${noticeOf(problemText(account))}
${body}`,
  });
}

export interface NavigatedPage {
  language: Language;
  title: string;
  /** The name of the navigation. */
  label: string;
  /** The user or the organization that the page is about. */
  name: string;
  links: { href: string; text: string; isCurrent?: boolean }[];
  wayOut?: Html | undefined;
  content: Html;
}

/** Renders a page with its navigation: beside the content on a wide screen, above it on a phone. */
export function navigatedPage(
  project: Project,
  { language, title, label, name, links, wayOut, content }: NavigatedPage,
): Page {
  const body = html`<div class="account-page">
<nav aria-label="${label}">
<p class="account">${shownName(name)}</p>
<ul>
${links.map(
  ({
    href,
    text,
    isCurrent,
  }) => html`<li><a href="${href}"${isCurrent && html` aria-current="page"`}>${text}</a></li>
`,
)}</ul>
${wayOut}
</nav>
<div class="content">
<h1>${title}</h1>
${content}
</div>
</div>`;
  const page = hostedPage(project, { language, title, body });
  return { ...page, style: `${page.style}${style}` };
}

function doneNotice({ kept, words }: Account): Html | undefined {
  return kept.done && doneNoticeOf(words.done[kept.done]);
}

function problemText({ kept: { problem }, words, language }: Account): string | undefined {
  if (!problem) return undefined;
  if (problem.name === 'lastWay') return words.lastWay;
  const own: Partial<Record<string, string>> = words.problems;
  return own[problem.name] ?? textOfProblem(language, problem);
}

/** Renders a form of the shown section. */
export function formOf({ ctx, section }: Account, content: Html): Html {
  return html`<form method="post" action="${pathOf(ctx.project.id, section)}">
${content}
</form>`;
}

/** Renders the way to make sensitive changes possible, signing in again, unless they are. */
export function confirmNotice({ ctx, section, words, isRecent }: Account): Html | undefined {
  if (isRecent) return undefined;
  const { text, submit } = words.confirm;
  return html`<section>
<p>${text}</p>
<p><a class="button" href="${pathOf(ctx.project.id, section, { confirm: 'yes' })}">${submit}</a></p>
</section>
`;
}

/** Renders a part of a section with its own heading. */
export function partOf(title: string, ...content: (Html | undefined | false)[]): Html {
  return html`<section>
<h2>${title}</h2>
${content.filter((part) => part instanceof Object)}
</section>
`;
}
