import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { parse } from 'node:querystring';
import { ServiceError } from '../core/errors.ts';

const maxUrlLength = 8 * 1024;

/** Fields that a request has once (RFC 9110 §5.3). Node.js would keep the first of several; a proxy may have checked the last. */
const singleFields = ['host', 'authorization', 'content-type'];

/** Returns what makes a request unacceptable on any route, from its address and headers alone. */
export function requestProblem(request: IncomingMessage): ServiceError | undefined {
  const { url = '', headers, httpVersion } = request;
  if (url.length > maxUrlLength)
    return new ServiceError('E011010', `At most ${maxUrlLength} characters are allowed`);
  const repeated = repeatedField(request.rawHeaders);
  if (repeated) return unreadable(`The ${repeated} header appears twice. Send it once`);
  // RFC 9112 §3.2. Node would answer without a body.
  if (headers.host === undefined && httpVersion !== '1.0')
    return unreadable('The Host header is missing. Send the host of the address');
  if (headers.host !== undefined && !isHostHeader(headers.host))
    return unreadable(
      'The Host header is not a host. Send the host of the address, with its port if it has one',
    );
  if (!url.startsWith('/') && url !== '*')
    return unreadable('The address of the request is not a path. Send a path, or an http or https address');
  if (!isUtf8(url)) return unreadable('The query is not UTF-8. Encode its characters as UTF-8, then with %');
  return codingProblem(request);
}

/** ASCII is the same bytes in UTF-8. */
const jsonCharset = /^(?:utf-?8|us-ascii)$/i;

/**
 * A form is ASCII, with its other characters as `%` and bytes that must be UTF-8, and has no charset (URL Standard §5). Libraries still name
 * one: Apache HttpClient 4 names ISO-8859-1 unless told otherwise.
 */
const formCharset = /^(?:utf-?8|us-ascii|iso-8859-1)$/i;

/** Returns what makes a body unreadable on any route, from its headers alone. */
export function bodyProblem({ headers }: IncomingMessage): ServiceError | undefined {
  if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'])) return undefined;
  const coding = headers['content-encoding']?.trim().toLowerCase();
  if (coding && coding !== 'identity')
    return unsupported('Content-Encoding is not supported. Send the body as it is, without compression');
  const type = headers['content-type'] ?? '';
  const accepted = /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type) ? formCharset : jsonCharset;
  const charsets = type.matchAll(/;\s*charset\s*=\s*"?([^";\s]*)/gi);
  if ([...charsets].every(([, charset = '']) => accepted.test(charset))) return undefined;
  return unsupported('The charset of the content type is not supported. Send the body in UTF-8');
}

/**
 * Returns the path and query of an address in absolute form, whose host counts for nothing here, and other
 * addresses unchanged (RFC 9112 §3.2.2).
 */
export function originForm(url = ''): string {
  if (url.startsWith('/')) return url;
  const [, host, rest] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url) ?? [];
  if (host === undefined || rest === undefined || !isHostHeader(host)) return url;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Parses the body of a form, in which Fastify has replaced each byte that is not UTF-8 by U+FFFD. */
export function parseForm(text: string): Record<string, unknown> {
  if (text.includes('\ufffd') || !isUtf8(text))
    throw unreadable('The body is not UTF-8. Encode its characters as UTF-8, then with %');
  return parse(text);
}

/** Reports whether the bytes that a text has after percent-decoding are UTF-8. A stray `%` stands for itself. */
function isUtf8(encoded: string): boolean {
  if (!/%[89a-f]/i.test(encoded)) return true;
  try {
    decodeURIComponent(encoded.replace(/%(?![0-9a-f]{2})/gi, '%25'));
    return true;
  } catch {
    return false;
  }
}

function unreadable(message: string): ServiceError {
  return new ServiceError('E011001', message);
}

function unsupported(message: string): ServiceError {
  return new ServiceError('E011008', message);
}

function repeatedField(rawHeaders: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const written = rawHeaders[index] ?? '';
    const name = singleFields.find((one) => one.length === written.length && one === written.toLowerCase());
    if (name && seen.size === seen.add(name).size) return written;
  }
  return undefined;
}

/** RFC 9112 §3.2: `uri-host [ ":" port ]`, and the host of an http address is not empty (RFC 9110 §4.2.1). */
function isHostHeader(text: string): boolean {
  const [, bracketed, port = ''] = /^(?:\[([^\]]*)\]|(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})+)(?::(\d*))?$/i.exec(
    text,
  ) ?? ['', '', 'x'];
  return (bracketed === undefined || isIPv6(bracketed)) && Number(port) <= 65_535;
}

/** Node.js passes on codings that it does not decode, and chunks that HTTP/1.0 does not know (RFC 9112 §6.1). */
function codingProblem({ headers, httpVersion }: IncomingMessage): ServiceError | undefined {
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return undefined;
  if (coding.toLowerCase() === 'chunked' && httpVersion !== '1.0') return undefined;
  return unreadable(
    'Transfer-Encoding must be chunked, in HTTP/1.1. Send the body in chunks, or with its Content-Length',
  );
}
