import { readFileSync } from 'node:fs';
import { compactCss, type Html, html, type Page } from '../../../http/page.ts';
import { accountPath, type View } from '../account/account.ts';
import { navigatedPage } from '../account/layout.ts';
import { doneNoticeOf, noticeOf } from '../hosted-pages/fields.ts';
import { rightsOf, type SectionName, sectionNames } from './names.ts';
import { type DoneName, ownPathOf, pathOf, type TenantPage } from './tenant-page.ts';

const style = compactCss(readFileSync(new URL('tenant.css', import.meta.url), 'utf8'));

/** Renders a section with the navigation to those that the user may open. */
export function tenantLayout(page: TenantPage, { title, body }: View): Page {
  const { ctx, language, words, tenant, section, query, refused } = page;
  const isOpen = (name: SectionName) => rightsOf(name).some((id) => tenant.rights.includes(id));
  const done = query['done'] ?? '';
  const isDone = !refused && Object.hasOwn(words.done, done);
  const rendered = navigatedPage(ctx.project, {
    language,
    title,
    label: words.navigation,
    name: tenant.tenantName || tenant.tenantId,
    links: sectionNames.filter(isOpen).map((name) => ({
      href: pathOf(page, name),
      text: words.sections[name],
      isCurrent: name === section,
    })),
    wayOut: ctx.project.settings.accountPage.enabled
      ? html`<a href="${accountPath}/${ctx.project.id}">${words.yourAccount}</a>`
      : undefined,
    content: html`<div class="tenant-page">${isDone && doneNoticeOf(words.done[done as DoneName])}${noticeOf(refused?.problem)}
${body}</div>`,
  });
  return { ...rendered, style: `${rendered.style}${style}` };
}

/** Renders a form. `act` is what its section does with it. */
export function formOf(
  page: TenantPage,
  { act, section, fields = {} }: { act: string; section?: SectionName; fields?: Record<string, string> },
  content: Html,
): Html {
  const action = section ? pathOf(page, section) : ownPathOf(page);
  const hidden = Object.entries({ act, ...fields }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">
`,
  );
  return html`<form method="post" action="${action}">
${hidden}${content}
</form>`;
}

/** Renders a form with one button for each item of a list. `of` completes its name for screen readers. */
export function buttonOf(
  page: TenantPage,
  { of, ...form }: { act: string; fields?: Record<string, string>; of?: string },
  text: string,
): Html {
  return formOf(
    page,
    form,
    html`<button class="quiet"${of && html` aria-label="${text}: ${of}"`}>${text}</button>`,
  );
}

/** Renders a form that says what it does before its button shows. */
export function cautiousFormOf(
  page: TenantPage,
  form: { act: string; fields?: Record<string, string> },
  { open, lead, submit, of }: { open: string; lead: string; submit: string; of: string },
): Html {
  return html`<details class="cautious"><summary aria-label="${open}: ${of}">${open}</summary>
<p>${lead}</p>
${formOf(page, form, html`<button class="quiet" aria-label="${submit}: ${of}">${submit}</button>`)}
</details>`;
}

/** Renders a group of check boxes. `isBelow`: a heading just above it says the same. */
export function checksOf(
  { name, legend, hint, isBelow }: { name: string; legend: string; hint?: string; isBelow?: true },
  choices: { value: string; label?: string; hint?: string; isChecked: boolean }[],
): Html {
  const boxes = choices.map(
    ({ value, label = value, hint, isChecked }) => html`<label class="choice">
<input type="checkbox" name="${name}" value="${value}"${isChecked && html` checked`}>
<span>${label}${hint && html`<span class="hint">${hint}</span>`}</span></label>
`,
  );
  return html`<fieldset><legend${isBelow && html` class="visually-hidden"`}>${legend}</legend>
${hint && html`<p class="hint">${hint}</p>`}
<div class="choices">${boxes}</div></fieldset>
`;
}

/** Renders a list of choices, one of which is taken. */
export function selectOf(
  { name, label, value }: { name: string; label: string; value: string },
  choices: { value: string; text: string }[],
): Html {
  return html`<div class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}">${choices.map(
    (choice) =>
      html`<option value="${choice.value}"${choice.value === value && html` selected`}>${choice.text}</option>`,
  )}</select></div>`;
}

/** Renders a form that only changes what the section shows. */
export function searchOf(page: TenantPage, content: Html): Html {
  const { section, query, words } = page;
  const { pathname } = new URL(pathOf(page, section), 'http://page');
  return html`<form method="get" action="${pathname}" role="search" class="search">
${query['projectId'] && html`<input type="hidden" name="projectId" value="${query['projectId']}">`}
<div class="row">${content}<button class="quiet">${words.search}</button></div>
</form>`;
}

/** Returns the number of the page that the address asks for, beginning with 0. */
export function pageNumberOf({ query }: TenantPage): number {
  const number = Number(query['page'] ?? '0');
  return Number.isSafeInteger(number) && number >= 0 && number <= 1_000_000 ? number : 0;
}

/** Renders the links to the pages before and after this one. */
export function pagerOf(
  page: TenantPage,
  { shown, total, size, keep }: { shown: number; total: number; size: number; keep: Record<string, string> },
): Html | undefined {
  const { words, section } = page;
  const number = pageNumberOf(page);
  if (total <= size && number === 0) return undefined;
  const to = (other: number) => pathOf(page, section, { ...keep, page: String(other) });
  const { label, earlier, later } = words.pages;
  const isLast = (number + 1) * size >= total;
  return html`<nav class="pager" aria-label="${label}">
<p class="hint">${words.pages.shown({ from: shown > 0 ? number * size + 1 : 0, to: number * size + shown, total })}</p>
<p class="actions">${number > 0 && html`<a class="button quiet" href="${to(number - 1)}">${earlier}</a>`}${
    !isLast && html`<a class="button quiet" href="${to(number + 1)}">${later}</a>`
  }</p>
</nav>`;
}
