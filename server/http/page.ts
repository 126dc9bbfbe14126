import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Markup whose every foreign part was escaped. Only `html` makes it, so text cannot pass for it. */
export class Html {
  readonly #text: string;

  constructor(strings: TemplateStringsArray, values: readonly Interpolated[]) {
    this.#text = strings.reduce((text, part, i) => text + write(values[i - 1]) + part);
  }

  toString(): string {
    return this.#text;
  }
}

/** `undefined` and `false` write nothing. */
export type Interpolated = string | number | Html | readonly Html[] | undefined | false;

/**
 * Text is safe between tags and inside quoted attributes. An `href` or `action` needs a check as well (`isWebUrl`):
 * no escaping disarms `javascript:`.
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

export interface Page {
  title: string;
  body: Html;
  /** Of the words of the page. Default `en`. */
  lang?: string;
  /** Takes the place of the stylesheet that pages link to, and comes with the page. */
  style?: string;
  /** Default `no-referrer`. Forms that are checked for where they come from need `same-origin`. */
  referrerPolicy?: 'no-referrer' | 'same-origin';
  /** Directives of the Content-Security-Policy that differ from `policy`. */
  policy?: Record<string, string>;
}

const policy: Record<string, string> = {
  'default-src': "'none'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  // Chromium applies this to the redirects after a submission too, not only to the address in the form.
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
};

/** The whole document. `body` is what goes into `<main>`; its first heading is the `h1`. */
export function page({ title, body, lang = 'en', style }: Page): Html {
  return html`<!doctype html>
<html lang="${lang}">
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

/** Browsers compare the text between the tags with the hash in the policy (CSP3 §8.4), so nothing may be escaped. */
function styleElement(css: string): Html {
  if (css.includes('<')) throw new Error('a style must not end its element');
  return new Html([`<style>${css}</style>`] as unknown as TemplateStringsArray, []);
}

export function sendPage(reply: FastifyReply, content: Page): FastifyReply {
  const { style, referrerPolicy = 'no-referrer' } = content;
  const directives = Object.entries({
    ...policy,
    ...(style && { 'style-src': `'sha256-${createHash('sha256').update(style).digest('base64')}'` }),
    ...content.policy,
  });
  return reply
    .header('content-security-policy', directives.map((directive) => directive.join(' ')).join('; '))
    .header('referrer-policy', referrerPolicy)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page(content).toString());
}

/** The address changes with the content, so a browser may keep what it has for ever. */
function asset(file: string, type: string) {
  const content = readFileSync(new URL(file, import.meta.url));
  const version = createHash('sha256').update(content).digest('base64url').slice(0, 12);
  return { route: `/assets/${file}`, path: `/assets/${file}?v=${version}`, type, content };
}

/** What every page looks like, for pages that bring their style with them. */
export const pageStyle = compactCss(readFileSync(new URL('page.css', import.meta.url), 'utf8'));

export function compactCss(css: string): string {
  return css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1');
}

const stylesheet = asset('page.css', 'text/css; charset=utf-8');
const icon = asset('icon.svg', 'image/svg+xml');
const submit = asset('submit.js', 'text/javascript; charset=utf-8');
const passkey = asset('passkey.js', 'text/javascript; charset=utf-8');

/**
 * Submits the form with the ID `submit` at once. Its button does it where there is no script. The page's policy has
 * to allow `script-src 'self'`.
 */
export const submitScript = html`<script src="${submit.path}" defer></script>`;

/** Of the page that has the form for a passkey. Its policy has to allow `script-src` and `connect-src 'self'`. */
export const passkeyScript = html`<script type="module" src="${passkey.path}"></script>`;

/** What every page links to. Once per server. */
export function mountPageAssets(app: FastifyInstance): void {
  for (const { route, path, type, content } of [stylesheet, icon, submit, passkey]) {
    app.get(route, async (request, reply) => {
      const lifetime = request.url === path ? 'public, max-age=31536000, immutable' : 'no-cache';
      return reply.header('cache-control', lifetime).type(type).send(content);
    });
  }
}
