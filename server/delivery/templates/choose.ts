import type { ProjectContext } from '../../core/context.ts';
import { readLocale } from '../../core/locale.ts';
import type { Content, MessageChannel, MessageKind } from '../message.ts';
import { builtInTemplate } from './built-in.ts';
import { listTemplatesOf } from './store.ts';

export interface Wanted {
  kind: MessageKind;
  channel: MessageChannel;
  templateId?: string | undefined;
  locale?: string | undefined;
}

/**
 * Chooses the template in the requested language, else in the project's, else in English. In each language it
 * tries the given ID, then the project's default, then the built-in one, so that a built-in text in the right
 * language wins over the project's default in another.
 */
export async function chooseTemplate(
  ctx: ProjectContext,
  { kind, channel, templateId = '', locale = '' }: Wanted,
): Promise<{ template: Content; locale: string } | undefined> {
  const rows = await listTemplatesOf(ctx.db, { projectId: ctx.project.id, templateId, kind, channel });
  const of = (id: string, locale: string) =>
    rows.find((row) => row.templateId === id && row.locale === locale);
  const locales = localesFor(ctx, locale);
  if (templateId !== '') {
    for (const locale of locales) {
      const template = of(templateId, locale);
      if (template) return { template, locale };
    }
    const any = rows.find((row) => row.templateId === templateId);
    if (any) return { template: any, locale: any.locale };
  }
  for (const locale of locales) {
    const template = of('', locale) ?? builtInTemplate(ctx, kind, channel, locale);
    if (template) return { template, locale };
  }
  return undefined;
}

/** Returns the tags to try, from the best to English. A language that is only near comes after all forms of the tag. */
function localesFor({ languages, project }: ProjectContext, wanted: string): string[] {
  const locales = [wanted, project.settings.locale, 'en'].flatMap((text) => {
    const parts = readLocale(text).split('-');
    const forms = parts.map((_, i) => parts.slice(0, parts.length - i).join('-'));
    return [...forms, languages.nearest(text)?.tag.toLowerCase() ?? ''];
  });
  return [...new Set(locales.filter(Boolean))];
}
