import type { ProjectContext } from '../../../../core/context.ts';
import { editableAttributes } from '../../account/editable.ts';
import { attributeFlowId, attributeInFlow } from '../definitions/attribute-flow-id.ts';
import { loadFlows } from '../documents/load-flows.ts';
import { offering } from '../documents/offering.ts';
import { screenOf } from './elements.ts';
import { type Facts, factsOf } from './facts.ts';
import { languageFor, readFileName } from './locales.ts';
import { partsOf } from './parts-of-flow.ts';
import { addressOf, type ScreenId, screenIds, screens } from './screens.ts';

/**
 * Renders a screen of the project’s flows as HTML: `<screen>.html`, or `<screen>-<locale>.html` with one of the locales that
 * `describeFlows` lists. A changed flow has its own, `<flow>--<screen>.html`. Returns `undefined` if there is no such file.
 *
 * The HTML becomes part of the application’s page, so that it consists of the listed elements and attributes only.
 */
export async function renderScreen(ctx: ProjectContext, file: string): Promise<string | undefined> {
  const [flowId = ''] = file.split('--');
  const flow = file === flowId ? undefined : (await loadFlows(ctx)).get(flowId);
  if (!flow) return renderShared(ctx, file);
  const own = flow.isChanged && !flow.isDisabled ? (Object.keys(flow.screens) as ScreenId[]) : [];
  const named = readFileName(
    ctx.languages,
    file,
    own.map((id) => addressOf(flow, id)),
  );
  if (!named) return undefined;
  const language = languageFor(ctx, named.locale);
  const screen = named.id.slice(`${flowId}--`.length) as ScreenId;
  const facts = await factsOf(offering(ctx, flow), language);
  return screenOf(partsOf(flow, screen, facts, language.tag));
}

/** Renders a screen that unchanged flows share. The screen of a custom attribute has the ID of its flow. */
async function renderShared(ctx: ProjectContext, file: string): Promise<string | undefined> {
  const attributes = new Map([
    ...(await editableAttributes(ctx)).map((one) => [attributeFlowId('user', one.name), one] as const),
    ...tenantAttributes(ctx).map((one) => [attributeFlowId('tenant', one.name), one] as const),
  ]);
  const named = readFileName(ctx.languages, file, [...screenIds, ...attributes.keys()]);
  if (!named) return undefined;
  const owner = attributes.has(named.id) && attributeInFlow(named.id)?.owner;
  const id = owner ? (`${owner}-profile-attribute` as const) : (named.id as ScreenId);
  const facts = await factsOf(ctx, languageFor(ctx, named.locale), attributes.get(named.id));
  return screenOf(screens[id](facts));
}

/** Returns the attributes of a tenant that its administrators may change. They have no definition: a text is entered as it is. */
function tenantAttributes({ project }: ProjectContext): NonNullable<Facts['attribute']>[] {
  const { editableTenantAttributes: names } = project.settings.accountPage;
  return names.map((name) => ({ name, displayName: name, type: 'text', options: [] }));
}
