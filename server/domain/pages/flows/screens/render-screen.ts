import type { ProjectContext } from '../../../../core/context.ts';
import { screenOf } from './elements.ts';
import { factsOf } from './facts.ts';
import { languageFor, targetLocales } from './locales.ts';
import { type ScreenId, screenIds, screens } from './screens.ts';

/**
 * Renders a screen of the project’s flows as HTML: `<screen>.html`, or `<screen>-<locale>.html` with one of the locales that
 * `describeFlows` lists. Returns `undefined` if there is no such file.
 *
 * The HTML becomes part of the application’s page, so that it consists of the listed elements and attributes only.
 */
export async function renderScreen(ctx: ProjectContext, file: string): Promise<string | undefined> {
  const named = readName(ctx, file);
  if (!named) return undefined;
  return screenOf(screens[named.id](await factsOf(ctx, languageFor(ctx, named.locale))));
}

function readName(ctx: ProjectContext, file: string): { id: ScreenId; locale: string } | undefined {
  if (!file.endsWith('.html')) return undefined;
  const name = file.slice(0, -'.html'.length);
  const id = screenIds.find((id) => id === name);
  if (id) return { id, locale: '' };
  const locales = targetLocales(ctx.languages);
  for (const id of screenIds) {
    const locale = name.slice(id.length + 1);
    if (name.startsWith(`${id}-`) && locales.includes(locale)) return { id, locale };
  }
  return undefined;
}
