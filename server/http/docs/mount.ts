import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { docsAsset, docsAssets } from './assets.ts';
import type * as Shelf from './shelf.ts';

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const headers = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** The pages below `/docs/api/` call the API. */
const callingHeaders = { ...headers, 'content-security-policy': `${policy}; connect-src 'self'` };

export interface DocsOptions extends Omit<Shelf.ShelfOptions, 'baseUrl'> {
  /** Known once the server listens. */
  baseUrl: () => string;
}

/**
 * Serves `docs/` as pages. The code that renders them is loaded, and the documents are read, when somebody opens the
 * first page: most servers never serve one.
 */
export function mountDocs(app: FastifyInstance, { baseUrl, ...options }: DocsOptions): void {
  let shelf: Promise<Shelf.Shelf> | undefined;
  const open = () => {
    shelf ??= import('./shelf.ts').then(({ openShelf }) => openShelf({ ...options, baseUrl: baseUrl() }));
    return shelf;
  };
  for (const path of ['/docs', '/docs/reference', ...(options.hasApiPage ? ['/docs/api'] : [])]) {
    app.get(path, (_request, reply) => reply.redirect(`${path}/`, 308));
  }
  app.get<{ Querystring: { q?: string | string[] } }>('/docs/search', async (request, reply) => {
    const query = String(request.query.q ?? '').slice(0, 100);
    return sendText(request, reply, await (await open()).search(query));
  });
  for (const name of docsAssets) {
    app.get(`/assets/${name}`, async (request, reply) => {
      const { path, type, content } = docsAsset(name);
      const lifetime = request.url === path ? 'public, max-age=31536000, immutable' : 'no-cache';
      return reply.header('cache-control', lifetime).type(type).send(content);
    });
  }
  app.get<{ Params: { '*': string } }>('/docs/*', async (request, reply) => {
    const { page, picture } = await open();
    const address = request.params['*'];
    const text = page(address);
    if (text !== undefined) return sendText(request, reply, text);
    const bytes = picture(address);
    if (bytes === undefined) return reply.callNotFound();
    return reply
      .headers({ ...headers, 'cache-control': 'max-age=3600' })
      .type(address.endsWith('.svg') ? 'image/svg+xml' : 'image/png')
      .send(bytes);
  });
}

/** Browsers keep the page and ask whether it is still the same, so a new version shows at once. */
function sendText(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  const etag = `"${hashOf(text)}"`;
  const calls = request.url.startsWith('/docs/api/');
  reply.headers({ ...(calls ? callingHeaders : headers), 'cache-control': 'no-cache', etag });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type('text/html; charset=utf-8').send(text);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
