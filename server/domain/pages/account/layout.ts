import { readFileSync } from 'node:fs';
import { shownName } from '../../../core/names.ts';
import { compactCss, type Html, html, type Page } from '../../../http/page.ts';
import { doneNoticeOf, noticeOf } from '../hosted-pages/fields.ts';
import { hostedPage } from '../hosted-pages/layout.ts';
import { textOfProblem } from '../hosted-pages/problem-text.ts';
import { type Account, pathOf, type View } from './account.ts';
import { sectionNames } from './names.ts';

const style = compactCss(readFileSync(new URL('account.css', import.meta.url), 'utf8'));

/** Renders a section with the navigation: beside it on a wide screen, above it on a phone. */
export function accountPage(account: Account, { title, body }: View): Page {
  const { ctx, language, words, user } = account;
  const navigation = html`<div class="account-page">
<nav aria-label="${words.navigation}">
<p class="account">${shownName(user.name || (user.loginIds[0] ?? ''))}</p>
<ul>
${sectionNames.map(
  (name) => html`<li><a href="${pathOf(ctx.project.id, name)}"${
    name === account.section && html` aria-current="page"`
  }>${words.sections[name]}</a></li>
`,
)}</ul>
${formOf(account, html`<button name="signOut" value="yes" class="quiet">${words.signOut}</button>`)}
</nav>
<div class="content">
<h1>${title}</h1>
${doneNotice(account)}${noticeOf(problemText(account))}
${body}
</div>
</div>`;
  const page = hostedPage(ctx.project, { language, title, body: navigation });
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
