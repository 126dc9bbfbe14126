import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProjectContext, ServiceContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { type Language, preferredLanguage } from '../../../http/language.ts';
import { html, sendPage } from '../../../http/page.ts';
import { requestInfo } from '../../../http/request.ts';
import { causeOfKind } from '../../directory/sign-in-refusals/causes.ts';
import { recordRefusal } from '../../directory/sign-in-refusals/record-refusal.ts';
import { enterProject } from '../../project/projects/load-project.ts';
import type { SignInRefusal } from './refusal.ts';
import { texts } from './texts.ts';

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
    const language = preferredLanguage(request.headers['accept-language']);
    const words = texts[language];
    const page = { language, advice: words.advice ?? advice };
    if (refusal) {
      const cause = refusal.about.cause ?? causeOfKind(refusal.kind);
      return sendRefusal(reply.code(400), { ...page, reasons: words.reasons(cause, refusal.message) });
    }
    if (!(error instanceof ServiceError)) throw error;
    const { retryAfterSeconds } = error;
    if (retryAfterSeconds) reply.header('retry-after', String(retryAfterSeconds));
    const reason =
      error.code === 'E111119' ? words.unknownProject : error.code === 'E130429' && words.tooMany;
    return sendRefusal(reply.code(error.status), { ...page, reasons: [reason || error.message] });
  }
}

function sendRefusal(
  reply: FastifyReply,
  { language, reasons, advice }: { language: Language; reasons: string[]; advice: string },
): FastifyReply {
  const { title } = texts[language];
  return sendPage(reply, {
    ...{ language, title },
    body: html`<h1>${title}</h1>
${reasons.map((reason) => html`<p>${reason}</p>`)}
<p>${advice}</p>`,
  });
}
