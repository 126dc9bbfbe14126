import { createHash } from 'node:crypto';
import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { attributeInFlow } from '../definitions/attribute-flow-id.ts';
import type { ProjectFlow } from '../definitions/flow.ts';
import type { Part } from '../screens/elements.ts';
import { screenOf } from '../screens/elements.ts';
import { fullFacts } from '../screens/facts.ts';
import { languageFor } from '../screens/locales.ts';
import { partsOf, textsOf } from '../screens/parts-of-flow.ts';
import type { ScreenId } from '../screens/screens.ts';
import { toDocument } from './document.ts';
import { etagOf } from './etag.ts';
import { readFlows } from './load-flows.ts';

/** Finds a flow of the project in the database. Throws E102001 if there is none. */
export async function requireFlow(ctx: ProjectContext, id: string): Promise<ProjectFlow> {
  const all = await readFlows(ctx);
  const flow = all.get(id);
  if (flow) return flow;
  if (attributeInFlow(id) !== undefined)
    throw new ServiceError(
      'E102001',
      'flowId: the flow of a custom attribute follows the attribute, and cannot be exported or changed',
    );
  throw new ServiceError('E102001', 'flowId: the project has no flow with this ID. flow/list has all IDs');
}

/** Returns a flow with its screens, as administrators read it. */
export async function exportFlow(ctx: ProjectContext, flow: ProjectFlow) {
  const { id, name, description, isDisabled } = flow;
  const language = languageFor(ctx, '');
  const facts = await fullFacts(ctx, language, flow.methods);
  const original = { ...flow, texts: {} };
  const screens = (Object.keys(flow.screens) as ScreenId[]).map((screen) => {
    // The providers are the project's, and not the flow's.
    const parts = partsOf(flow, screen, { ...facts, providers: [] }, language.tag);
    const texts = textsOf(partsOf(original, screen, facts, language.tag)).map(({ id, text }) => ({
      id,
      text,
    }));
    return { id: screen, flowId: id, ...withChecksum(screen, { ...describe(flow, screen, parts), texts }) };
  });
  return {
    flow: {
      id,
      name,
      description,
      dsl: toDocument(flow),
      disabled: isDisabled,
      etag: etagOf(ctx.project.id, flow),
    },
    screens,
  };
}

function describe(flow: ProjectFlow, screen: ScreenId, parts: readonly Part[]) {
  const inputs = parts.flatMap((part) =>
    part.part === 'field' ? [{ name: part.name, label: part.label, required: !part.isOptional }] : [],
  );
  const interactions = Object.keys(flow.screens[screen] ?? {}).map((id) => {
    const button = parts.find((part) => part.part === 'button' && part.id === id);
    return { id, label: button?.part === 'button' ? button.text : '' };
  });
  return { inputs, interactions, htmlTemplate: screenOf(parts) };
}

interface ExportedScreen {
  inputs: unknown;
  interactions: unknown;
  htmlTemplate: string;
  texts: unknown;
}

/**
 * Adds a checksum to the HTML. The document alone decides what a screen shows, so that an import must find out whether anyone has edited
 * the description of a screen, which would have no effect.
 */
function withChecksum<S extends ExportedScreen>(screen: string, exported: S): S {
  const { htmlTemplate, inputs, interactions, texts } = exported;
  const sums = `${hash([screen, inputs, interactions, htmlTemplate])} ${hash([screen, texts])}`;
  return { ...exported, htmlTemplate: `<!-- latchkey ${sums} -->\n${htmlTemplate}` };
}

const template = /^<!-- latchkey ([0-9a-f]{64}) ([0-9a-f]{64}) -->\n/;

function hash(content: unknown): string {
  return createHash('sha256').update(canonical(content)).digest('hex');
}

/** JSON with sorted names, because libraries of callers change the order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

export interface GivenScreen {
  id: string;
  inputs?: unknown;
  interactions?: unknown;
  htmlTemplate?: unknown;
  texts?: unknown;
}

/** Throws E011004 for a description of a screen that is not as a version of Latchkey has exported it. */
export function requireUnedited(screens: readonly GivenScreen[]): void {
  for (const [i, { id, inputs, interactions, htmlTemplate, texts }] of screens.entries()) {
    const hasHtml = htmlTemplate !== undefined && htmlTemplate !== '';
    if (!hasHtml && inputs === undefined && interactions === undefined && texts === undefined) continue;
    const [whole = '', first, second] =
      (typeof htmlTemplate === 'string' && template.exec(htmlTemplate)) || [];
    const html = typeof htmlTemplate === 'string' ? htmlTemplate.slice(whole.length) : '';
    const isOurs = first !== undefined && first === hash([id, inputs, interactions, html]);
    if (isOurs && (texts === undefined || second === hash([id, texts]))) continue;
    throw new ServiceError(
      'E011004',
      `screens[${i}] (${id.slice(0, 50)}) is not as Latchkey has exported it. Latchkey writes the HTML of screens itself: change dsl, and leave ` +
        'htmlTemplate, inputs, interactions and texts of the screen as exported, or out',
    );
  }
}
