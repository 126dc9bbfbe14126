import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { readLocale } from '../../../core/locale.ts';
import type { Content, MessageChannel, MessageData, MessageKind } from '../../../delivery/message.ts';
import {
  describeTemplates,
  eraseTemplate,
  findTemplate,
  saveTemplate,
} from '../../../delivery/templates/edit.ts';
import { placesIn, render } from '../../../delivery/templates/render.ts';
import { valuesOf } from '../../../delivery/templates/render-message.ts';
import { transaction } from '../../../storage/transaction.ts';
import { recordAudit } from '../audit/record.ts';
import { requiredPlaces, sampleData } from './sample-data.ts';

export interface TemplateKey {
  kind: MessageKind;
  channel: MessageChannel;
  locale: string;
  /** Empty: the one that is used when none is named. */
  templateId: string;
}

export interface Template extends TemplateKey, Content {
  isBuiltIn: boolean;
}

/** Everything that is sent, ours and the project's own, without what it says. */
export function listTemplates(ctx: ProjectContext) {
  return describeTemplates(ctx);
}

/** The project's own, or else the built-in one; E113101 when there is neither. */
export async function loadTemplate(ctx: ProjectContext, input: TemplateKey): Promise<Template> {
  const key = readKey(input);
  const found = await findTemplate(ctx, key);
  if (!found) throw new ServiceError('E113101');
  return { ...key, ...found };
}

/** E011004 when it lacks the place of what the message is for. */
export async function setTemplate(ctx: ProjectContext, input: TemplateKey, content: Content): Promise<void> {
  const key = readKey(input);
  const template = readContent(key, content);
  await transaction(ctx, async (ctx) => {
    await saveTemplate(ctx, key, template);
    await recordAudit(ctx, { action: 'MessageTemplateModified', data: { ...key } });
  });
}

/** Back to the built-in one. E113101 when the project has none of its own. */
export async function resetTemplate(ctx: ProjectContext, input: TemplateKey): Promise<void> {
  const key = readKey(input);
  await transaction(ctx, async (ctx) => {
    if (!(await eraseTemplate(ctx, key))) throw new ServiceError('E113101');
    await recordAudit(ctx, { action: 'MessageTemplateDeleted', data: { ...key } });
  });
}

/** With made-up values. `content` is one that is not saved yet; without it, the one that is. */
export async function previewTemplate(
  ctx: ProjectContext,
  input: TemplateKey,
  {
    content,
    templateOptions,
  }: { content?: Content | undefined; templateOptions?: Record<string, string> | undefined },
): Promise<Content> {
  const key = readKey(input);
  const template = content ? readContent(key, content) : await loadTemplate(ctx, key);
  const { data, lifetimeMs } = sampleData(ctx, key.kind);
  const expiresAt = ctx.now() + lifetimeMs;
  const sample = { data: data as MessageData[MessageKind], templateOptions, expiresAt };
  return render(template, valuesOf(ctx, sample, key.locale));
}

function readKey({ kind, channel, locale, templateId }: TemplateKey): TemplateKey {
  const read = readLocale(locale);
  if (!read) throw new ServiceError('E011004', 'locale must be a language tag like en or de-AT');
  if (!/^[\w.-]{0,64}$/.test(templateId)) {
    throw new ServiceError(
      'E011004',
      'templateId has at most 64 letters, digits, dots, hyphens and underscores',
    );
  }
  return { kind, channel, locale: read, templateId };
}

function readContent({ kind, channel }: TemplateKey, { subject, text, html }: Content): Content {
  if (!text.trim()) throw new ServiceError('E011002', 'The text field is required');
  if (channel === 'email' && !subject.trim())
    throw new ServiceError('E011002', 'The subject field is required');
  if (/\p{Cc}/u.test(subject)) throw new ServiceError('E011004', 'subject must be one line');
  const content = channel === 'sms' ? { subject: '', text, html: '' } : { subject, text, html };
  for (const body of [content.text, ...(content.html ? [content.html] : [])]) {
    const places = placesIn({ subject: '', text: body, html: '' });
    const missing = requiredPlaces[kind].find((place) => !places.has(place));
    if (missing) {
      throw new ServiceError('E011004', `{{${missing}}} is missing: without it the message is of no use`);
    }
  }
  return content;
}
