import type { ProjectContext } from '../../core/context.ts';
import {
  type Content,
  type MessageChannel,
  type MessageKind,
  messageChannels,
  messageKinds,
} from '../message.ts';
import { builtInTemplate } from './built-in.ts';
import { deleteTemplate, findTemplateRow, listTemplateKeys, upsertTemplate } from './store.ts';

interface Key {
  kind: MessageKind;
  channel: MessageChannel;
  locale: string;
  templateId: string;
}

export type TemplateSummary = Key & { isBuiltIn: boolean; changedAt: number };

export async function describeTemplates(ctx: ProjectContext): Promise<TemplateSummary[]> {
  const own = (await listTemplateKeys(ctx.db, ctx.project.id)).map((row) => ({
    ...row,
    kind: row.kind as MessageKind,
    isBuiltIn: false,
  }));
  const ours = messageKinds.flatMap((kind) =>
    messageChannels.flatMap((channel) =>
      ctx.languages.tags
        .map((tag) => tag.toLowerCase())
        .filter((locale) => builtInTemplate(ctx, kind, channel, locale))
        .map((locale) => ({ kind, channel, locale, templateId: '', isBuiltIn: true, changedAt: 0 })),
    ),
  );
  const replaced = new Set(own.map(nameOf));
  return [...ours.filter((template) => !replaced.has(nameOf(template))), ...own];
}

/** `hasBuiltIn`: deleting the project's own text brings back one of ours. */
export async function findTemplate(
  ctx: ProjectContext,
  key: Key,
): Promise<(Content & { isBuiltIn: boolean; hasBuiltIn: boolean }) | undefined> {
  const own = await findTemplateRow(ctx.db, { projectId: ctx.project.id, ...key });
  const ours = key.templateId === '' ? builtInTemplate(ctx, key.kind, key.channel, key.locale) : undefined;
  const hasBuiltIn = ours !== undefined;
  if (!own) return ours && { ...ours, isBuiltIn: true, hasBuiltIn };
  return { subject: own.subject, text: own.text, html: own.html, isBuiltIn: false, hasBuiltIn };
}

export async function saveTemplate(ctx: ProjectContext, key: Key, content: Content): Promise<void> {
  const { subject, text, html } = content;
  await upsertTemplate(ctx.db, {
    projectId: ctx.project.id,
    ...key,
    subject,
    text,
    html,
    changedAt: ctx.now(),
  });
}

/** Returns `false` when the project has none of its own. */
export function eraseTemplate(ctx: ProjectContext, key: Key): Promise<boolean> {
  return deleteTemplate(ctx.db, { projectId: ctx.project.id, ...key });
}

function nameOf({ kind, channel, locale, templateId }: Key): string {
  return `${kind}/${channel}/${locale}/${templateId}`;
}
