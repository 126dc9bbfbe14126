import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';
import { type Asset, createAsset } from './asset.ts';
import { fontFaces } from './font.ts';

/**
 * Markup in which every inserted value is escaped. Only `html` and `trustedHtml` create it, so plain text cannot
 * pass as markup.
 */
export class Html {
  readonly #text: string;
  /** The directives that its scripts need in the page's policy. */
  readonly needs: readonly ScriptDirective[];

  constructor(
    strings: TemplateStringsArray,
    values: readonly Interpolated[],
    needs: readonly ScriptDirective[] = [],
  ) {
    this.#text = strings.reduce((text, part, i) => text + write(values[i - 1]) + part);
    const inner = values.flat().flatMap((value) => (value instanceof Html ? value.needs : []));
    this.needs = inner.length > 0 ? [...new Set([...needs, ...inner])] : needs;
  }

  toString(): string {
    return this.#text;
  }
}

/** `connect-src` is for scripts that call the server. */
export type ScriptDirective = 'script-src' | 'connect-src';

/** `undefined` and `false` write nothing. */
export type Interpolated = string | number | Html | readonly Html[] | undefined | false;

/**
 * Escapes inserted text for use between tags and inside quoted attributes. Check an `href` or `action` as well
 * (`isWebUrl`): escaping does not stop `javascript:`.
 */
export function html(strings: TemplateStringsArray, ...values: Interpolated[]): Html {
  return new Html(strings, values);
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function write(value: Interpolated): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.toString();
  if (Array.isArray(value)) return value.map(write).join('');
  return String(value).replace(/[&<>"']/g, (character) => entities[character]!);
}

/** Accepts markup as it is: text of our own that another program has escaped. */
export function trustedHtml(text: string): Html {
  return new Html([text] as unknown as TemplateStringsArray, []);
}

/** Loads a script of ours. A module is run once, however often a page loads it. */
export function scriptElement(
  { path }: Asset,
  kind: 'module' | 'defer',
  needs: ScriptDirective[] = ['script-src'],
): Html {
  const attributes = kind === 'module' ? `type="module" src="${path}"` : `src="${path}" defer`;
  return new Html([`<script ${attributes}></script>`] as unknown as TemplateStringsArray, [], needs);
}

export interface Page {
  title: string;
  body: Html;
  /** The language of the page's text. Default: `en`. */
  lang?: string;
  direction?: 'ltr' | 'rtl';
  /** Replaces the linked stylesheet and is sent inside the page. */
  style?: string;
  /** Default `no-referrer`. Forms whose origin is checked need `same-origin`. */
  referrerPolicy?: 'no-referrer' | 'same-origin';
  /** Directives of the Content-Security-Policy that differ from `policy`. */
  policy?: Record<string, string>;
}

const policy: Record<string, string> = {
  'default-src': "'none'",
  'style-src': "'self'",
  'font-src': "'self'",
  'img-src': "'self' data:",
  // Chromium applies this to the redirects after a submission, too, not only to the form's address.
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
};

/** Returns the whole document. `body` goes into `<main>`; its first heading is the `h1`. */
export function page({ title, body, lang = 'en', direction, style }: Page): Html {
  return html`<!doctype html>
<html lang="${lang}"${direction === 'rtl' && html` dir="rtl"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${icon.path}" type="image/svg+xml">
${style ? styleElement(style) : html`<link rel="stylesheet" href="${stylesheet.path}">`}
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

/**
 * Browsers compare the text between the tags with the hash in the policy (CSP3 §8.4), so the text must not be
 * escaped.
 */
function styleElement(css: string): Html {
  if (css.includes('<')) throw new Error('a style must not end its element');
  return trustedHtml(`<style>${css}</style>`);
}

export function sendPage(reply: FastifyReply, content: Page): FastifyReply {
  const { style, referrerPolicy = 'no-referrer' } = content;
  const directives = Object.entries({
    ...policy,
    ...(style && { 'style-src': `'sha256-${createHash('sha256').update(style).digest('base64')}'` }),
    ...Object.fromEntries(content.body.needs.map((directive) => [directive, "'self'"])),
    ...content.policy,
  });
  return reply
    .header('content-security-policy', directives.map((directive) => directive.join(' ')).join('; '))
    .header('referrer-policy', referrerPolicy)
    .type('text/html; charset=utf-8')
    .send(page(content).toString());
}

/** The common style, for pages that contain their style. */
export const pageStyle = fontFaces + compactCss(['tokens.css', 'page.css'].map(readText).join(''));

export function compactCss(css: string): string {
  const [start, ...commented] = css.split('/*');
  return [start, ...commented.map((text) => text.slice(text.indexOf('*/') + 2))]
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1');
}

function readText(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}

const stylesheet = createAsset('page.css', 'text/css; charset=utf-8', Buffer.from(pageStyle));
const icon = createAsset('icon.svg', 'image/svg+xml', Buffer.from(readText('icon.svg')));

/** The files that every page may link to. */
export const pageAssets = [stylesheet, icon];
