import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProjectContext } from '../../../core/context.ts';
import { hashSecret } from '../../../core/crypto.ts';
import type { Asked as AskedOf } from '../../applications/openid-provider/consent.ts';
import { browserSecret, ensureBrowserSecret } from '../../federation/relying-party/browser.ts';

/** A valid code that was entered in this browser, on its way through the sign-in. */
export interface Entered {
  userCode: string;
  /** The hash of the secret in the browser's cookie. */
  browser: string;
  enteredAt: number;
}

/** The question that a signed-in user was shown. */
export interface Asked {
  userCode: string;
  /** The session of the browser that was asked. Another one, of another user perhaps, cannot answer. */
  sessionId: string;
  /** The page's words about what a third-party application gets. */
  shown?: AskedOf | undefined;
}

export function sealEntered(
  ctx: ProjectContext,
  request: FastifyRequest,
  reply: FastifyReply,
  userCode: string,
): string {
  const browser = hashSecret(ensureBrowserSecret(request, reply, ctx.baseUrl));
  const entered: Entered = { userCode, browser, enteredAt: ctx.now() };
  return seal(ctx, 'entered', entered);
}

/** Returns `undefined` for a request that was begun in another browser, so that a link cannot replace entering the code. */
export function readEntered(
  ctx: ProjectContext,
  request: FastifyRequest,
  sealed: string,
): Entered | undefined {
  const entered = unseal<Entered>(ctx, 'entered', sealed);
  const secret = browserSecret(request, ctx.baseUrl);
  return secret && entered?.browser === hashSecret(secret) ? entered : undefined;
}

export function sealAsked(ctx: ProjectContext, asked: Asked): string {
  return seal(ctx, 'asked', asked);
}

export function readAsked(ctx: ProjectContext, sealed: string): Asked | undefined {
  return unseal<Asked>(ctx, 'asked', sealed);
}

function seal({ sealer, project }: ProjectContext, step: string, value: object): string {
  return sealer.seal(JSON.stringify(value), `device-${step}:${project.id}`);
}

function unseal<T>({ sealer, project }: ProjectContext, step: string, sealed: string): T | undefined {
  try {
    return JSON.parse(sealer.unseal(sealed, `device-${step}:${project.id}`)) as T;
  } catch {
    return undefined;
  }
}
