import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProjectContext, ServiceContext } from '../../../core/context.ts';
import { type ErrorCode, ServiceError } from '../../../core/errors.ts';
import { type Language, waitText } from '../../../core/languages/language.ts';
import { languageOf } from '../../../http/language.ts';
import { type Html, html, sendPage } from '../../../http/page.ts';
import { requestInfo } from '../../../http/request.ts';
import { causeOfKind } from '../../directory/sign-in-refusals/causes.ts';
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
}

/** Runs a step of a sign-in. A refusal is recorded, and goes to the application or onto our own page. */
export async function runStep<R extends SignInRefusal>(
  { service, request, reply, projectId, refusalIn, record, method, addressOf }: Step<R>,
  run: (ctx: ProjectContext) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  reply.header('referrer-policy', 'no-referrer');
  let locale: string | undefined;
  try {
    const ctx = await enterProject(service, projectId(), requestInfo(request));
    ({ locale } = ctx.project.settings);
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
    const language = languageOf(service.languages, request, locale);
    const words = language.texts.relyingParty;
    if (refusal) return sendRefusal(reply.code(400), language, reasonsIn(language, refusal));
    if (!(error instanceof ServiceError)) throw error;
    const { retryAfterSeconds } = error;
    if (retryAfterSeconds) reply.header('retry-after', String(retryAfterSeconds));
    const reasons: Partial<Record<ErrorCode, Html>> = {
      E111119: html`<p>${words.unknownProject}</p>`,
      E130429: html`<p>${words.tooMany({ wait: waitText(language, retryAfterSeconds) })}</p>`,
    };
    const reason = reasons[error.code] ?? html`<p lang="en">${error.message}</p>`;
    return sendRefusal(reply.code(error.status), language, reason);
  }
}

/** Explains a refusal. Its own reason is English and exact, so English readers need no other. */
function reasonsIn({ tag, texts }: Language, { about, kind, message }: SignInRefusal): Html {
  if (tag.split('-')[0] === 'en') return html`<p>${message}</p>`;
  const { reasons, otherReason } = texts.relyingParty;
  const known: Partial<Record<string, string>> = reasons;
  const reason = known[about.cause ?? causeOfKind(kind)];
  if (reason) return html`<p>${reason}</p>`;
  return html`<p>${otherReason}</p>
<p lang="en">${message}</p>`;
}

function sendRefusal(reply: FastifyReply, language: Language, reasons: Html): FastifyReply {
  const { title, advice } = language.texts.relyingParty;
  return sendPage(reply, {
    title,
    lang: language.tag,
    direction: language.direction,
    body: html`<h1>${title}</h1>
${reasons}
<p>${advice}</p>`,
  });
}
