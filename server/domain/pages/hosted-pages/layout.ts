import { readFileSync } from 'node:fs';
import type { Project } from '../../../core/context.ts';
import type { Branding } from '../../../core/hosted-pages.ts';
import type { Language } from '../../../core/languages/language.ts';
import { compactCss, type Html, html, type Page, pageStyle } from '../../../http/page.ts';
import { type Palette, paletteOf } from './palette.ts';

export interface HostedPage {
  language: Language;
  title: string;
  /** The page from its `h1` on. */
  body: Html;
  /** The address outside our pages that the form can lead to: the application's, or first an identity provider's. */
  endsAt?: string | undefined;
  /** Addresses of pictures beside the project's logo. */
  images?: string[];
  /** True for the first page of a sign-in, which is sent without the style that it does not need. */
  isFirst?: boolean;
}

/** Renders a page in the look of its project, or neutrally without one. Everything but the logo is in one response. */
export function hostedPage(
  project: Project | undefined,
  { language, title, body, endsAt, images = [], isFirst = false }: HostedPage,
): Page {
  const branding = project?.settings.branding;
  const { logoUrl = '' } = branding ?? {};
  return {
    title: project ? `${title} · ${project.name}` : title,
    lang: language.tag,
    direction: language.direction,
    style: styleOf(branding, isFirst ? firstStyle : baseStyle),
    referrerPolicy: 'same-origin',
    policy: {
      'img-src': [`'self' data:`, ...new Set([logoUrl, ...images].filter(Boolean).map(originOf))].join(' '),
      'form-action': formAction(endsAt),
    },
    body: html`${project && brand(project)}${body}`,
  };
}

function originOf(url: string): string {
  return new URL(url).origin;
}

/**
 * Returns the policy for form targets. Chromium applies it to every redirect after the form, including those of the
 * application and of identity providers (CSP3 §6.6.2), which cannot be known in advance.
 */
function formAction(endsAt: string | undefined): string {
  if (!endsAt) return "'self'";
  return new URL(endsAt).protocol === 'http:' ? "'self' https: http:" : "'self' https:";
}

function brand({ name, settings }: Project): Html {
  const { logoUrl } = settings.branding;
  return html`<div class="brand">${logoUrl ? html`<img src="${logoUrl}" alt="${name}">` : name}</div>
`;
}

const firstStyle = pageStyle + readStyle('hosted.css');
const baseStyle = firstStyle + readStyle('further.css');

function readStyle(file: string): string {
  return compactCss(readFileSync(new URL(file, import.meta.url), 'utf8'));
}

function styleOf(branding: Branding | undefined, base: string): string {
  if (!branding?.primaryColor) return base;
  const light = variables(paletteOf(branding.primaryColor, 'light'));
  const dark = variables(paletteOf(branding.primaryColor, 'dark'));
  return `${base}:root{${light}}@media (prefers-color-scheme:dark){:root{${dark}}}`;
}

function variables({ primary, onPrimary, accent }: Palette): string {
  return `--primary:${primary};--on-primary:${onPrimary};--accent:${accent}`;
}
