import { readFileSync } from 'node:fs';
import type { Project } from '../../../core/project.ts';
import { compactCss, html, type Page } from '../../../http/page.ts';
import { type HostedPage, hostedPage } from '../hosted-pages/layout.ts';

const style = compactCss(readFileSync(new URL('setup.css', import.meta.url), 'utf8'));

/** Renders the page of the steps, which has more room than a sign-in. */
export function setupPage(project: Project, { body, ...rest }: HostedPage): Page {
  const page = hostedPage(project, { ...rest, body: html`<div class="setup">${body}</div>` });
  return { ...page, style: `${page.style}${style}` };
}
