import type { ProjectContext, ServiceContext } from './context.ts';
import type { Reaction } from './reactions.ts';

/**
 * Something that concerns groups above the one that names it. Their handlers run where it happens, in its transaction and one after
 * the other, in the order of `server/groups.ts`. docs/effects.md lists them.
 */
export interface Event<Payload, Ctx = ProjectContext> {
  kind: 'event';
  name: string;
  /** Exists for the compiler only. */
  types?: (ctx: Ctx, payload: Payload) => void;
}

/** Something that only a group above the one that names it can say or do. Exactly one group answers. */
export interface Question<Payload, Answer, Ctx = ProjectContext> {
  kind: 'question';
  name: string;
  /** Exists for the compiler only. */
  types?: (ctx: Ctx, payload: Payload) => Answer;
}

/** Names an event, after the constant that holds it. */
export function event<Payload, Ctx = ProjectContext>(name: string): Event<Payload, Ctx> {
  return { kind: 'event', name };
}

/** Names a question, after the constant that holds it. */
export function question<Payload, Answer, Ctx = ProjectContext>(
  name: string,
): Question<Payload, Answer, Ctx> {
  return { kind: 'question', name };
}

export function on<Payload, Ctx>(
  event: Event<Payload, Ctx>,
  handle: (ctx: NoInfer<Ctx>, payload: NoInfer<Payload>) => Promise<unknown>,
): Reaction {
  return { to: event, handle };
}

export function answer<Payload, Answer, Ctx>(
  question: Question<Payload, Answer, Ctx>,
  handle: (ctx: NoInfer<Ctx>, payload: NoInfer<Payload>) => Promise<NoInfer<Answer>>,
): Reaction {
  return { to: question, handle };
}

/** Lets all groups handle the event. An error of a handler is the caller's: the transaction ends with it. */
export async function happen<Payload, Ctx extends ServiceContext>(
  ctx: Ctx,
  event: Event<Payload, Ctx>,
  payload: NoInfer<Payload>,
): Promise<void> {
  // The first handler starts at once: statements that are started together keep their order.
  for (const { handle } of ctx.reactions.get(event) ?? []) await handle(ctx as never, payload as never);
}

export async function ask<Payload, Answer, Ctx extends ServiceContext>(
  ctx: Ctx,
  question: Question<Payload, Answer, Ctx>,
  payload: NoInfer<Payload>,
): Promise<Answer> {
  const [reaction] = ctx.reactions.get(question) ?? [];
  if (!reaction) throw new Error(`no group handles ${question.name}`);
  return (await reaction.handle(ctx as never, payload as never)) as Answer;
}
