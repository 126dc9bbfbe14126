import { readFileSync } from 'node:fs';
import { type Branding, logoAddress } from '../../../core/hosted-pages.ts';
import type { Language } from '../../../core/languages/language.ts';
import { shownName } from '../../../core/names.ts';
import { type Palette, paletteOf } from '../../../core/palette.ts';
import type { Project } from '../../../core/project.ts';
import { compactCss, type Html, html, type Page, pageStyle } from '../../../http/page.ts';
import { cornerRadii } from './corners.ts';

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
  const logos = [branding?.logoUrl ?? '', branding?.darkLogoUrl ?? ''].filter((url) => URL.canParse(url));
  return {
    title: project ? `${title} · ${shownName(project.name)}` : title,
    lang: language.tag,
    direction: language.direction,
    style: styleOf(branding, isFirst ? firstStyle : baseStyle),
    referrerPolicy: 'same-origin',
    policy: {
      'img-src': [`'self' data:`, ...new Set([...logos, ...images].filter(Boolean).map(originOf))].join(' '),
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

function brand({ id, name, settings }: Project): Html {
  const { logoUrl, darkLogoUrl, colorScheme } = settings.branding;
  const [light, dark] = [logoUrl || darkLogoUrl, darkLogoUrl || logoUrl].map((url) =>
    logoAddress(id, url),
  ) as [string, string];
  const source =
    colorScheme === 'system' &&
    dark !== light &&
    html`<source srcset="${dark}" media="(prefers-color-scheme: dark)">`;
  const picture = html`<picture>${source}<img src="${colorScheme === 'dark' ? dark : light}" alt="${name}"></picture>`;
  return html`<div class="brand">${light ? picture : name}</div>
`;
}

/** `--paper` of `http/tokens.css`. */
const paper = { light: '#f7f8fa', dark: '#0e1013' };

const firstStyle = pageStyle + readStyle('hosted.css');
const baseStyle = firstStyle + readStyle('further.css');

function readStyle(file: string): string {
  return compactCss(readFileSync(new URL(file, import.meta.url), 'utf8'));
}

function styleOf(branding: Branding | undefined, base: string): string {
  if (!branding) return base;
  const { colorScheme, cornerRadius } = branding;
  const declarations = [
    ...colorsOf(branding),
    colorScheme === 'system' ? '' : `color-scheme:${colorScheme}`,
    radiiOf(cornerRadius),
  ].filter(Boolean);
  return declarations.length === 0 ? base : `${base}:root{${declarations.join(';')}}`;
}

/** Returns nothing for the radii that `http/tokens.css` has already set. */
function radiiOf(corners: Branding['cornerRadius']): string {
  const { s, m, l } = cornerRadii[corners];
  return corners === 'medium' ? '' : `--radius-s:${s};--radius-m:${m};--radius-l:${l}`;
}

function colorsOf(branding: Branding): string[] {
  const { primaryColor, darkPrimaryColor, backgroundColor, darkBackgroundColor } = branding;
  const papers = { light: backgroundColor || paper.light, dark: darkBackgroundColor || paper.dark };
  const primaries = { light: primaryColor || darkPrimaryColor, dark: darkPrimaryColor || primaryColor };
  const background = papers.light !== paper.light || papers.dark !== paper.dark;
  return [
    ...(background ? [`--paper:light-dark(${papers.light},${papers.dark})`] : []),
    ...(primaries.light
      ? paletteRules(
          paletteOf(primaries.light, 'light', papers.light),
          paletteOf(primaries.dark, 'dark', papers.dark),
        )
      : []),
  ];
}

function paletteRules(light: Palette, dark: Palette): string[] {
  return [
    `--primary:light-dark(${light.primary},${dark.primary})`,
    `--on-primary:light-dark(${light.onPrimary},${dark.onPrimary})`,
    `--accent:light-dark(${light.accent},${dark.accent})`,
  ];
}
