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
  /** The template; empty for the default template. */
  templateId: string;
}

export interface Template extends TemplateKey, Content {
  isBuiltIn: boolean;
  hasBuiltIn: boolean;
}

/** Lists all templates, built-in ones and the project's own, without their texts. */
export function listTemplates(ctx: ProjectContext) {
  return describeTemplates(ctx);
}

/** Loads the project's own template, or else the built-in one. Throws E113101 if there is neither. */
export async function loadTemplate(ctx: ProjectContext, input: TemplateKey): Promise<Template> {
  const key = readKey(input);
  const found = await findTemplate(ctx, key);
  if (!found) throw new ServiceError('E113101');
  return { ...key, ...found };
}

/** Stores a template. Throws E011004 if it lacks the placeholder that the message exists for. */
export async function setTemplate(ctx: ProjectContext, input: TemplateKey, content: Content): Promise<void> {
  const key = readKey(input);
  const template = readContent(key, content);
  await transaction(ctx, async (ctx) => {
    await saveTemplate(ctx, key, template);
    await recordAudit(ctx, { action: 'MessageTemplateModified', data: { ...key } });
  });
}

/** Restores the built-in template. Throws E113101 if the project has none of its own. */
export async function resetTemplate(ctx: ProjectContext, input: TemplateKey): Promise<void> {
  const key = readKey(input);
  await transaction(ctx, async (ctx) => {
    if (!(await eraseTemplate(ctx, key))) throw new ServiceError('E113101');
    await recordAudit(ctx, { action: 'MessageTemplateDeleted', data: { ...key } });
  });
}

/** Renders a template with sample data: the unsaved `content`, or else the saved one. */
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
  if (!read) throw new ServiceError('E011004', 'locale must be a language tag such as en or de-AT');
  if (!/^[\w.-]{0,64}$/.test(templateId)) {
    throw new ServiceError(
      'E011004',
      'templateId must have at most 64 letters, digits, dots, hyphens and underscores',
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
      throw new ServiceError(
        'E011004',
        `{{${missing}}} is missing. Add it, because the message does not work without it`,
      );
    }
  }
  return content;
}
