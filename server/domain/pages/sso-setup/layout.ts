import { readFileSync } from 'node:fs';
import type { Project } from '../../../core/project.ts';
import { compactCss, type Html, html, type Page } from '../../../http/page.ts';
import { type HostedPage, hostedPage } from '../hosted-pages/layout.ts';

const style = compactCss(readFileSync(new URL('setup.css', import.meta.url), 'utf8'));

/** Renders the page of the steps, which has more room than a sign-in. */
export function setupPage(project: Project, { body, ...rest }: HostedPage): Page {
  const page = hostedPage(project, { ...rest, body: html`<div class="setup">${body}</div>` });
  return { ...page, style: `${page.style}${style}` };
}

/** Renders a step. Its number comes from the style. */
export function stepOf(id: string, title: string, content: Html): Html {
  return html`<section class="step" id="${id}" aria-labelledby="${id}-heading">
<h2 id="${id}-heading">${title}</h2>
${content}
</section>`;
}
