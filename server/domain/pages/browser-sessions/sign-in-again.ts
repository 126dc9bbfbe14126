import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProjectContext } from '../../../core/context.ts';
import { hashSecret } from '../../../core/crypto.ts';
import { browserSecret, ensureBrowserSecret } from '../../federation/relying-party/browser.ts';
import type { Session } from '../../sessions/sessions/session.ts';

/** The parameter in which we note when a request of an application sent this browser to sign in. */
const sinceParameter = 'latchkey_since';

/** The note counts for as long as a sign-in for one of our own pages may take. */
const noteMs = 60 * 60_000;

/** A sign-in counts as the one that a request asked for this long, so that its address in the browser's history is soon of no use. */
const freshMs = 10 * 60_000;

/**
 * Returns the path of a request with the note that it sends this browser to sign in now. The note counts in this browser and for this
 * request only: a user who copies it into another address, or opens the address elsewhere, must sign in.
 */
export function withNote(
  ctx: ProjectContext,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
): string {
  const secret = ensureBrowserSecret(request, reply, ctx.baseUrl);
  const url = new URL(path, ctx.baseUrl);
  url.searchParams.set(sinceParameter, ctx.sealer.seal(String(ctx.now()), purposeOf(ctx, path, secret)));
  return url.pathname + url.search;
}

/** Reports whether the user has signed in because the request at `path` sent this browser to sign in. */
export function hasSignedInFor(
  ctx: ProjectContext,
  request: FastifyRequest,
  path: string,
  { createdAt }: Pick<Session, 'createdAt'>,
): boolean {
  const since = readNote(ctx, request, path);
  if (since === undefined || since + noteMs <= ctx.now()) return false;
  return createdAt >= since && createdAt + freshMs > ctx.now();
}

function readNote(ctx: ProjectContext, request: FastifyRequest, path: string): number | undefined {
  const sealed = new URL(path, ctx.baseUrl).searchParams.get(sinceParameter);
  const secret = browserSecret(request, ctx.baseUrl);
  if (!sealed || !secret) return undefined;
  try {
    return Number(ctx.sealer.unseal(sealed, purposeOf(ctx, path, secret)));
  } catch {
    return undefined;
  }
}

/** Names the browser and the request. The sealer authenticates the purpose, so neither makes the address longer. */
function purposeOf({ baseUrl, project }: ProjectContext, path: string, secret: string): string {
  const { pathname, searchParams } = new URL(path, baseUrl);
  searchParams.delete(sinceParameter);
  return `sign-in-for:${project.id}:${hashSecret(secret)}:${hashSecret(`${pathname}?${searchParams}`)}`;
}
