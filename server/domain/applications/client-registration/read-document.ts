import type { Cache } from '../../../core/cache.ts';
import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { OutboundError, type OutboundResponse } from '../../../core/outbound.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { readDetails } from '../../directory/applications/details.ts';
import {
  emptyInboundSettings,
  type InboundAppSettings,
} from '../../directory/applications/third-party/inbound-app.ts';
import {
  checkInboundSettings,
  readInboundSettings,
} from '../../directory/applications/third-party/read-settings.ts';
import { inOneTime, outboundMs } from './one-time.ts';
import { readDescription } from './read-description.ts';
import { nameOf, settingsOf } from './register-client.ts';

/** Counts a document that is about to be loaded. Throws E130429 over the limit. */
export type CountDocument = (ctx: ProjectContext, kind: 'clientDocument') => Promise<void>;

/** The content of a document, as the settings of an application. */
export interface Described {
  name: string;
  settings: Partial<InboundAppSettings> & Pick<InboundAppSettings, 'registration'>;
  readAt: number;
  /** It is stored with its application. */
  isKept: boolean;
}

interface Failed {
  /** `isTemporary`: nothing was read, so what was read before counts. */
  failure: { reason: Error; isTemporary: boolean };
}

type Read = Described | Failed;

/** A document is small; a large one is refused rather than read. */
const maxBytes = 10 * 1024;

/** A document counts for as long as its server says (RFC 9111 §5.2.2), within these bounds, or this long if it says nothing. */
export const defaultFreshMs = 60 * 60_000;
const shortestFreshMs = 5 * 60_000;
const longestFreshMs = 24 * 60 * 60_000;

/** An address at which there is no document is not asked more often. */
const failedMs = 60_000;

/** At most this many documents are remembered, of all projects together. */
const maxRemembered = 1_000;

interface Remembered {
  read: Promise<Read>;
  until: number;
}

/** The documents that each process has read, by project and address. */
const memories = new WeakMap<Cache, Map<string, Remembered>>();

/**
 * Reads a document, unless it was read a short time ago, with or without success. Requests at the same time share one reading. `since`: what
 * was read before that moment is not wanted. Returns `undefined` if it is not remembered, and there is no `count`.
 */
export async function readDocument(
  ctx: ProjectContext,
  clientId: string,
  { count, since = 0 }: { count: CountDocument | undefined; since: number | undefined },
): Promise<Read | undefined> {
  const memory = memories.get(ctx.cache) ?? new Map<string, Remembered>();
  memories.set(ctx.cache, memory);
  const key = `${ctx.project.id} ${clientId}`;
  const known = memory.get(key);
  const last = known && (await known.read);
  const isWanted = last && ('failure' in last || last.readAt >= since);
  if (known && isWanted && known.until > ctx.now()) return last;
  // Another request may have begun meanwhile.
  const begun = memory.get(key);
  if (begun && begun !== known) return begun.read;
  if (!count) return isWanted ? last : undefined;
  const remembered: Remembered = { read: undefined as never, until: Number.POSITIVE_INFINITY };
  const forget = () => {
    if (memory.get(key) === remembered) memory.delete(key);
  };
  remembered.read = count(ctx, 'clientDocument')
    .then(() => load(ctx, clientId))
    .then(({ read, freshMs }) => {
      remembered.until = ctx.now() + freshMs;
      // While it cannot be read, what was read last counts.
      return 'failure' in read && read.failure.isTemporary && isWanted && !('failure' in last) ? last : read;
    });
  remembered.read.catch(forget);
  if (memory.size >= maxRemembered) memory.delete(memory.keys().next().value as string);
  memory.delete(key);
  memory.set(key, remembered);
  return remembered.read;
}

async function load(ctx: ProjectContext, clientId: string): Promise<{ read: Read; freshMs: number }> {
  try {
    const readAt = ctx.now();
    const { freshMs, ...described } = await inOneTime(ctx, clientId, () => fetchDescription(ctx, clientId));
    const registration = {
      ...emptyInboundSettings.registration,
      ...described.settings.registration,
      readAt,
      freshUntil: readAt + freshMs,
    };
    const settings = { ...described.settings, registration };
    return { read: { name: described.name, settings, readAt, isKept: false }, freshMs };
  } catch (error) {
    const isRefused = error instanceof OAuthError || error instanceof ServiceError;
    if (!(error instanceof OutboundError || isRefused)) throw error;
    ctx.log.warn({ clientId, reason: error.message }, 'a client metadata document cannot be used');
    return { read: { failure: { reason: error, isTemporary: !isRefused } }, freshMs: failedMs };
  }
}

async function fetchDescription(ctx: ProjectContext, clientId: string) {
  const response = await ctx.fetch(clientId, {
    headers: { accept: 'application/json' },
    maxBytes,
    timeoutMs: outboundMs,
  });
  if (response.status !== 200) throw new OutboundError(`${clientId} responded with ${response.status}`);
  const given = parse(response.body, clientId);
  if (given['client_id'] !== clientId)
    throw wrong('the client_id in the document is not the URL of the document');
  const metadata = await readDescription(ctx, { token_endpoint_auth_method: 'none', ...given });
  if (metadata.authMethod !== 'none' && metadata.authMethod !== 'private_key_jwt')
    throw wrong(
      'a client with a metadata document has no secret, so token_endpoint_auth_method must be `none` or `private_key_jwt`',
    );
  const [name, settings] = [nameOf(metadata), settingsOf(metadata, {})];
  readDetails({ name, logo: metadata.logoUri });
  readInboundSettings(settings);
  checkInboundSettings(settings);
  return { name, settings, freshMs: freshMsOf(response) };
}

function wrong(problem: string): OAuthError {
  return new OAuthError('invalid_client', `client_id: ${problem}`);
}

function freshMsOf({ headers }: OutboundResponse): number {
  const control = [headers['cache-control'] ?? ''].flat().join(',').toLowerCase();
  if (/\bno-(store|cache)\b/.test(control)) return shortestFreshMs;
  const [, seconds] = /(?:^|[,\s])max-age="?(\d{1,10})/.exec(control) ?? [];
  if (seconds === undefined) return defaultFreshMs;
  return Math.min(longestFreshMs, Math.max(shortestFreshMs, Number(seconds) * 1000));
}

function parse(body: Buffer, clientId: string): Record<string, unknown> {
  try {
    const given: unknown = JSON.parse(body.toString('utf8'));
    if (typeof given === 'object' && given !== null && !Array.isArray(given))
      return given as Record<string, unknown>;
  } catch {
    // Answered below.
  }
  throw new OutboundError(`${clientId} is not a JSON object`);
}
