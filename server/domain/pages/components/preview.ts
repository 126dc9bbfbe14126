import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProjectContext } from '../../../core/context.ts';
import { html } from '../../../http/page.ts';
import { componentPreviewScript } from '../../../http/page-scripts.ts';
import { releases } from './releases.ts';

const { name, version } = releases.find((release) => release.name === '@descope/web-component')!;
const componentPath = `/npm/${name}@${version}/dist/index.js`;

/**
 * The policy of docs/components.md, and `sandbox`: it gives the page an origin of its own, so that the vendor’s code reaches neither the
 * session nor the storage of the console, even if the address is opened without a frame.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "style-src 'unsafe-inline'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts allow-forms',
].join('; ');

/** The parts of the address that decide what is shown. */
export interface PreviewQuery {
  flow?: unknown;
  theme?: unknown;
  locale?: unknown;
}

/** Reports whether a frame of the console asks for the page. Nothing else may show it. */
export function isForConsole({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-dest'] === 'iframe' && headers['sec-fetch-site'] === 'same-origin';
}

/** Sends a page with the vendor’s component, as an application has it, for the console. */
export function sendPreview(ctx: ProjectContext, reply: FastifyReply, query: PreviewQuery): FastifyReply {
  const theme = query.theme === 'dark' ? 'dark' : 'light';
  const [flow, locale] = [textIn(query.flow), textIn(query.locale)];
  const background = theme === 'dark' ? '#15181c' : '#ffffff';
  const page = html`<!doctype html>
<html lang="${locale || 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme}">
<title>${flow}</title>
<style>body{margin:0;background:${background}}</style>
${componentPreviewScript}
<script src="${componentPath}" defer></script>
</head>
<body data-project="${ctx.project.id}" data-flow="${flow}" data-theme="${theme}" data-locale="${locale}">
</body>
</html>
`;
  return reply
    .header('content-security-policy', policy)
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(page.toString());
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 100) : '';
}
