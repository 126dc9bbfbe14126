import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { compactCss, pageStyle } from '../page.ts';
import type * as Shelf from './shelf.ts';

const headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/**
 * Serves `docs/` as pages. The code that renders them is loaded, and the documents are read, when somebody opens the
 * first page: most servers never serve one.
 */
export function mountDocs(app: FastifyInstance, options: Omit<Shelf.ShelfOptions, 'stylesheet'>): void {
  let shelf: Promise<Shelf.Shelf> | undefined;
  const open = () => {
    shelf ??= import('./shelf.ts').then(({ openShelf }) =>
      openShelf({ ...options, stylesheet: stylesheet().path }),
    );
    return shelf;
  };
  app.get('/docs', (_request, reply) => reply.redirect('/docs/', 308));
  app.get<{ Querystring: { q?: string | string[] } }>('/docs/search', async (request, reply) => {
    const query = String(request.query.q ?? '').slice(0, 100);
    return sendText(request, reply, await (await open()).search(query));
  });
  app.get('/docs/docs.css', async (request, reply) => {
    const { path, content } = stylesheet();
    const lifetime = request.url === path ? 'public, max-age=31536000, immutable' : 'no-cache';
    return reply.header('cache-control', lifetime).type('text/css; charset=utf-8').send(content);
  });
  app.get<{ Params: { '*': string } }>('/docs/*', async (request, reply) => {
    const { page, picture } = await open();
    const address = request.params['*'];
    const text = page(address);
    if (text !== undefined) return sendText(request, reply, text);
    const bytes = picture(address);
    if (bytes === undefined) return reply.callNotFound();
    return reply
      .headers({ ...headers, 'cache-control': 'max-age=3600' })
      .type('image/png')
      .send(bytes);
  });
}

/** Browsers keep the page and ask whether it is still the same, so a new version shows at once. */
function sendText(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  const etag = `"${hashOf(text)}"`;
  reply.headers({ ...headers, 'cache-control': 'no-cache', etag });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type('text/html; charset=utf-8').send(text);
}

let style: { path: string; content: string } | undefined;

/** The address changes with the content, so browsers may cache it for good. */
function stylesheet() {
  if (!style) {
    const own = compactCss(readFileSync(new URL('docs.css', import.meta.url), 'utf8'));
    const content = `${pageStyle}${own}`;
    style = { path: `/docs/docs.css?v=${hashOf(content)}`, content };
  }
  return style;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
