import type { ProjectContext } from '../../core/context.ts';
import { ServiceError } from '../../core/errors.ts';
import { describeDuration } from '../../core/languages/duration.ts';
import type { Content, MessageData, MessageKind } from '../message.ts';
import { chooseTemplate, type Wanted } from './choose.ts';
import { noticeValues } from './notice-values.ts';
import { projectValues } from './project-values.ts';
import { placesIn, render, type Values } from './render.ts';

export interface ToRender<K extends MessageKind = MessageKind> extends Wanted {
  kind: K;
  data: MessageData[K];
  templateOptions?: Record<string, string> | undefined;
  expiresAt: number;
}

/** Chooses the template and fills it. Throws E011004 when there is none for this kind and channel. */
export async function renderMessage<K extends MessageKind>(
  ctx: ProjectContext,
  message: ToRender<K>,
): Promise<Content> {
  const chosen = await chooseTemplate(ctx, message);
  if (chosen) return render(chosen.template, valuesOf(ctx, message, chosen.locale));
  throw new ServiceError('E011004', `There is no template for ${message.kind} by ${message.channel}`);
}

/** Returns the first of the options that the chosen template would insert. */
export async function findPlacedOption<K extends MessageKind>(
  ctx: ProjectContext,
  message: ToRender<K>,
): Promise<string | undefined> {
  const chosen = await chooseTemplate(ctx, message);
  if (!chosen) return undefined;
  const places = placesIn(chosen.template);
  const own = valuesOf(ctx, { ...message, templateOptions: {} }, chosen.locale);
  return Object.keys(message.templateOptions ?? {}).find(
    (name) => places.has(`options.${name}`) || (places.has(name) && !Object.hasOwn(own, name)),
  );
}

/**
 * Returns the values for a template. The message's own values hide options of the same name; `options.` reaches
 * every option.
 */
export function valuesOf(
  ctx: ProjectContext,
  { data, templateOptions = {}, expiresAt }: Pick<ToRender, 'data' | 'templateOptions' | 'expiresAt'>,
  locale: string,
): Values {
  const language = ctx.languages.nearest(locale) ?? ctx.languages.english;
  return {
    ...templateOptions,
    options: templateOptions,
    ...(data as unknown as Values),
    ...noticeValues(data, ctx.now(), language),
    project: projectValues(ctx),
    validFor: describeDuration(expiresAt - ctx.now(), language),
  };
}
