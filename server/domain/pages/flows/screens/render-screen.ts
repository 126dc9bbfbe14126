import type { ProjectContext } from '../../../../core/context.ts';
import { editableAttributes } from '../../account/editable.ts';
import { attributeFlowId } from '../definitions/profile-flows.ts';
import { screenOf } from './elements.ts';
import { factsOf } from './facts.ts';
import { languageFor, readFileName } from './locales.ts';
import { type ScreenId, screenIds, screens } from './screens.ts';

/**
 * Renders a screen of the project’s flows as HTML: `<screen>.html`, or `<screen>-<locale>.html` with one of the locales that
 * `describeFlows` lists. Returns `undefined` if there is no such file.
 *
 * The HTML becomes part of the application’s page, so that it consists of the listed elements and attributes only.
 */
export async function renderScreen(ctx: ProjectContext, file: string): Promise<string | undefined> {
  const attributes = new Map(
    (await editableAttributes(ctx)).map((attribute) => [attributeFlowId(attribute.name), attribute]),
  );
  const named = readFileName(ctx.languages, file, [...screenIds, ...attributes.keys()]);
  if (!named) return undefined;
  const attribute = attributes.get(named.id);
  const id = attribute ? 'user-profile-attribute' : (named.id as ScreenId);
  return screenOf(screens[id](await factsOf(ctx, languageFor(ctx, named.locale), attribute)));
}
