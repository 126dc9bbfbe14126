import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProjectContext, ServiceContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { html, sendPage } from '../../../http/page.ts';
import { requestInfo } from '../../../http/request.ts';
import { recordRefusal } from '../../directory/sign-in-refusals/record-refusal.ts';
import { enterProject } from '../../project/projects/load-project.ts';
import type { SignInRefusal } from './refusal.ts';

/** The parameters that a browser brings, in the address or in a form. */
export type Fields = Record<string, string | string[] | undefined>;

/** Returns a parameter, or an empty text if it occurs twice, because choosing one of them would be a guess. */
export function textOf(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}

interface Step<R extends SignInRefusal> {
  service: ServiceContext;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Names the project. May refuse. */
  projectId(): string;
  /** Returns the refusal that an error stands for. */
  refusalIn(error: unknown): R | undefined;
  record(ctx: ProjectContext, refusal: R): Promise<void>;
  /** The method in the audit log, for refusals that are not the protocol's. */
  method: string;
  /** Adds the reason to the address where the sign-in would have ended. */
  addressOf(refusal: R, redirectUrl: string): string;
  /** Tells the user what to do when there is no application to return to. */
  advice: string;
}

/** Runs a step of a sign-in. A refusal is recorded, and goes to the application or onto our own page. */
export async function runStep<R extends SignInRefusal>(
  { service, request, reply, projectId, refusalIn, record, method, addressOf, advice }: Step<R>,
  run: (ctx: ProjectContext) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
  try {
    const ctx = await enterProject(service, projectId(), requestInfo(request));
    return await run(ctx).catch(async (error: unknown) => {
      const refusal = refusalIn(error);
      if (!refusal) await recordRefusal(ctx, { method, error });
      if (!refusal) throw error;
      await record(ctx, refusal);
      throw refusal;
    });
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal?.redirectUrl) return reply.redirect(addressOf(refusal, refusal.redirectUrl), 303);
    if (refusal) return sendRefusal(reply.code(400), refusal.message, advice);
    if (!(error instanceof ServiceError)) throw error;
    const { retryAfterSeconds } = error;
    if (retryAfterSeconds) reply.header('retry-after', String(retryAfterSeconds));
    return sendRefusal(reply.code(error.status), error.message, advice);
  }
}

function sendRefusal(reply: FastifyReply, reason: string, advice: string): FastifyReply {
  return sendPage(reply, {
    title: 'Couldn’t sign you in',
    body: html`<h1>Couldn’t sign you in</h1>
<p>${reason}</p>
<p>${advice}</p>`,
  });
}
