import { createReadStream } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashSecret } from '../../../core/crypto.ts';
import type { InstalledPackage } from './installed.ts';

/** Codings with the ending of their files, smallest first. */
const codings = [
  { coding: 'br', ending: '.br' },
  { coding: 'gzip', ending: '.gz' },
] as const;
type Coding = (typeof codings)[number]['coding'];

/** A body in each coding. Its tag changes with the content. */
export interface Encoded extends Record<Coding | 'identity', Buffer | (() => Buffer)> {
  tag: string;
}

/**
 * Lets pages of every origin read the response, without credentials: it is the same for every visitor. Pages that isolate themselves from
 * other sites may load it, too.
 */
export async function openToEveryPage(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply
    .header('access-control-allow-origin', '*')
    .header('access-control-expose-headers', 'x-request-id')
    .header('cross-origin-resource-policy', 'cross-origin');
}

/** Returns a tag that compares equal for all codings of a text (RFC 9110 §8.8.3). */
export function tagOf(text: string): string {
  return `W/"${hashSecret(text)}"`;
}

/** Sends what follows from the settings of a project: browsers keep it, and ask each time whether it has changed. */
export function sendChecked(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  body: string | Encoded,
): FastifyReply {
  const tag = typeof body === 'string' ? tagOf(body) : body.tag;
  reply.type(type).header('cache-control', 'public, no-cache').header('etag', tag);
  if (typeof body !== 'string') reply.header('vary', 'accept-encoding');
  const known = listIn(request.headers['if-none-match']);
  if (known.includes(tag)) return reply.code(304).send();
  if (typeof body === 'string') return reply.send(body);
  const coding = codingFor(request);
  if (coding) reply.header('content-encoding', coding);
  const encoded = body[coding ?? 'identity'];
  return reply.send(typeof encoded === 'function' ? encoded() : encoded);
}

const types: Record<string, string> = {
  // Without the charset, regular expressions in the library are read wrongly on pages with another one.
  '.js': 'text/javascript; charset=utf-8',
  '.woff': 'font/woff',
};

/** Sends a file of a package. Its address has the version, so browsers keep it for good. */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { folder, files }: InstalledPackage,
  path: string,
): FastifyReply {
  const coding = codingFor(request, (ending) => files.has(path + ending));
  if (coding) reply.header('content-encoding', coding);
  const ending = codings.find((one) => one.coding === coding)?.ending ?? '';
  return reply
    .type(types[extname(path)] ?? 'text/plain; charset=utf-8')
    .header('vary', 'accept-encoding')
    .header('cache-control', 'public, max-age=31536000, immutable')
    .send(createReadStream(join(folder, path + ending)));
}

function codingFor(
  { headers }: FastifyRequest,
  exists: (ending: string) => boolean = () => true,
): Coding | undefined {
  const accepted = listIn(headers['accept-encoding']).map((one) => one.split(';').map((part) => part.trim()));
  const accepts = (wanted: string) =>
    accepted.some(([coding, weight]) => coding === wanted && !/^q=0(?:\.0{1,3})?$/.test(weight ?? ''));
  return codings.find(({ coding, ending }) => accepts(coding) && exists(ending))?.coding;
}

/** Returns the members of a header that is a list (RFC 9110 §5.6.1). */
function listIn(header: string | string[] | undefined): string[] {
  return String(header ?? '')
    .split(',')
    .map((member) => member.trim());
}
