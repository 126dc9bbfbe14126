import type { ProjectContext } from '../../../../core/context.ts';
import { screenOf } from './elements.ts';
import { factsOf } from './facts.ts';
import { languageFor, readFileName } from './locales.ts';
import { screenIds, screens } from './screens.ts';

/**
 * Renders a screen of the project’s flows as HTML: `<screen>.html`, or `<screen>-<locale>.html` with one of the locales that
 * `describeFlows` lists. Returns `undefined` if there is no such file.
 *
 * The HTML becomes part of the application’s page, so that it consists of the listed elements and attributes only.
 */
export async function renderScreen(ctx: ProjectContext, file: string): Promise<string | undefined> {
  const named = readFileName(ctx.languages, file, screenIds);
  if (!named) return undefined;
  return screenOf(screens[named.id](await factsOf(ctx, languageFor(ctx, named.locale))));
}
