import { randomBytes } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html } from './page.ts';

/** The output of `scripts/build-console.mjs`. */
const folder = fileURLToPath(new URL('../../dist/console', import.meta.url));

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** The compressed copies, smallest first. */
const copies = [
  { ending: '.br', encoding: 'br', token: /\bbr\b/ },
  { ending: '.gz', encoding: 'gzip', token: /\bgzip\b/ },
];

/** The build writes these placeholders, and the server replaces them. */
const noncePlaceholder = '{{nonce}}';
const baseUrlPlaceholder = '{{baseUrl}}';

const notBuilt = 'The console has not been built. Run `npm start` or `npm run build:console`.\n';

interface Build {
  /** By URL path. */
  files: Set<string>;
  index: string | undefined;
  builtAt: number;
}

/**
 * Serves `/console/`: the files of the console, and its page at every address below, because each view has an
 * address of its own. Files are looked up in a list of names, so no address reaches another file. Each page
 * load reads the latest build. `/` leads there: it is what people type who know only the host.
 */
export function mountConsole(app: FastifyInstance, service: { baseUrl: string }): void {
  let build = readBuild();
  const isEncrypted = service.baseUrl.startsWith('https:');
  app.get('/', (_request, reply) => reply.redirect('/console/'));
  app.get('/console', (_request, reply) => reply.redirect('/console/', 308));
  app.get<{ Params: { '*': string } }>('/console/*', async (request, reply) => {
    const name = request.params['*'];
    // Lasts a year (RFC 6797 §6.1), for this host only: other hosts of the domain are not ours.
    if (isEncrypted) reply.header('strict-transport-security', 'max-age=31536000');
    if (name !== 'index.html' && build.files.has(name)) return sendFile(request, reply, name, build.files);
    // A missing asset belongs to an earlier build. Sending the page instead would make the browser run it as a
    // script.
    if (name.startsWith('assets/')) return reply.callNotFound();
    if (buildTime() !== build.builtAt) build = readBuild();
    if (!build.index) return reply.code(503).type('text/plain; charset=utf-8').send(notBuilt);
    // Read late: a server on port 0 knows its address only once it listens.
    return sendIndex(reply, build.index, service.baseUrl);
  });
}

function buildTime(): number {
  return statSync(join(folder, 'index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function readBuild(): Build {
  const builtAt = buildTime();
  if (!builtAt) return { files: new Set(), index: undefined, builtAt };
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll(sep, '/'),
    );
  return { files: new Set(names), index: readFileSync(join(folder, 'index.html'), 'utf8'), builtAt };
}

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  files: Set<string>,
): FastifyReply {
  // The build writes compressed copies beside each file that shrinks enough.
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const copy = copies.find(({ ending, token }) => token.test(accepted) && files.has(name + ending));
  if (copy) reply.header('content-encoding', copy.encoding);
  // File names below assets/ contain a hash of the content.
  const isLasting = name.startsWith('assets/');
  return reply
    .type(types[extname(name)] ?? 'application/octet-stream')
    .header('vary', 'accept-encoding')
    .header('cache-control', isLasting ? 'public, max-age=31536000, immutable' : 'no-cache')
    .send(createReadStream(join(folder, name + (copy?.ending ?? ''))));
}

/**
 * Allows only the built scripts and the style elements with the nonce. Styles that scripts set on an element do
 * not count as inline styles (CSP3 §6.6.3.3).
 */
function sendIndex(reply: FastifyReply, index: string, baseUrl: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64url');
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: https:",
    "connect-src 'self'",
    "font-src 'self'",
    // The preview of the branding.
    "frame-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ];
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy.join('; '))
    .header('cross-origin-opener-policy', 'same-origin')
    .header('referrer-policy', 'same-origin')
    .send(
      index.replaceAll(noncePlaceholder, nonce).replaceAll(baseUrlPlaceholder, html`${baseUrl}`.toString()),
    );
}
