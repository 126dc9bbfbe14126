import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { type SignInMethod, signInMethods } from '../../../../core/hosted-pages.ts';
import { readProject } from '../../../project/projects/load-project.ts';
import { readFile } from '../../../snapshot-part.ts';
import { attributeInFlow } from '../definitions/attribute-flow-id.ts';
import type { ProjectFlow } from '../definitions/flow.ts';
import { flows as builtIn } from '../definitions/flows.ts';
import { fullFacts } from '../screens/facts.ts';
import { textsOf } from '../screens/parts-of-flow.ts';
import { type ScreenId, screens } from '../screens/screens.ts';
import { refused, requireSame } from './check-document.ts';
import { documentFormat, type FlowDetails, type FlowDocument } from './document.ts';
import { resolveFlow } from './resolve-flow.ts';
import { documentSchema } from './wire.ts';

/** The longest text of a screen. */
const maxTextLength = 500;

/**
 * Reads the document of a flow. Throws E011004, and names the place and the remedy, unless it is a document of ours that only takes away from
 * its base and chooses among what the project has.
 */
export async function readDocument(
  ctx: ProjectContext,
  flowId: string,
  value: unknown,
  details: FlowDetails,
): Promise<ProjectFlow> {
  const format = typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined;
  if (format !== documentFormat)
    throw new ServiceError(
      'E011004',
      `dsl is not a flow of Latchkey: \`format\` must be ${documentFormat}. Export a flow, and change its dsl`,
    );
  const document = readFile(documentSchema, value) as FlowDocument;
  const base = builtIn.get(document.base);
  if (!base)
    throw refused('base', 'must be one of the built-in flows, such as sign-up-or-in. flow/list has all IDs');
  if (attributeInFlow(flowId) !== undefined)
    throw new ServiceError(
      'E011004',
      'flowId: this is the ID of a custom attribute’s flow. Choose another one',
    );
  if (builtIn.has(flowId) && flowId !== base.id)
    throw refused(
      'base',
      `must be ${flowId}, because ${flowId} is a built-in flow. Import it under another ID`,
    );
  const flow = resolveFlow(base, { id: flowId, changes: 0, document, ...details });
  requireSame(document, base, flow);
  requireMethods(flow);
  await requireTexts(ctx, flow);
  return flow;
}

function requireMethods({ methods, base, screens }: ProjectFlow): void {
  if (!methods) return;
  const identifies = Object.values(screens).some((interactions) =>
    Object.values(interactions ?? {}).some(({ does }) => does === 'identify' || does === 'signUp'),
  );
  if (!identifies) throw refused('methods', `${base} offers no ways to sign in. Remove this field`);
  const repeated = methods.find((method, i) => methods.indexOf(method) !== i);
  if (repeated) throw refused('methods', `contains ${repeated} twice. Name each method once`);
}

/** Throws E011004 for a new method that the project does not offer, so that nobody waits for it. `known`: those that the flow has already. */
export async function requireOffered(
  ctx: ProjectContext,
  { methods = [] }: ProjectFlow,
  known: readonly SignInMethod[] = [],
): Promise<void> {
  const offered = (await readProject(ctx)).settings.hostedPages.signInMethods;
  const missing = methods.find((method) => !offered.includes(method) && !known.includes(method));
  if (missing)
    throw refused(
      'methods',
      `the project does not offer ${missing}. Remove it, or add it to hostedPages.signInMethods of the project`,
    );
}

async function requireTexts(ctx: ProjectContext, flow: ProjectFlow): Promise<void> {
  const facts = await fullFacts(ctx, ctx.languages.english, signInMethods);
  const { tags } = ctx.languages;
  for (const [screen, elements = {}] of Object.entries(flow.texts)) {
    const at = `texts.${screen}`;
    if (!Object.hasOwn(flow.screens, screen))
      throw refused(at, 'the flow does not have this screen. Remove it');
    const known = new Map(textsOf(screens[screen as ScreenId](facts)).map((text) => [text.id, text.values]));
    for (const [id, texts] of Object.entries(elements)) {
      const values = known.get(id);
      if (!values)
        throw refused(
          `${at}.${id}`,
          `the screen does not have this text. Its texts are ${[...known.keys()].join(', ')}`,
        );
      for (const [tag, text] of Object.entries(texts)) {
        if (!tags.includes(tag)) throw refused(`${at}.${id}.${tag}`, `the languages are ${tags.join(', ')}`);
        requireText(`${at}.${id}.${tag}`, text, values);
      }
    }
  }
}

/** Throws E011004 for a text that is empty, too long, or without a value that belongs into it. */
function requireText(at: string, text: string, values: readonly string[]): void {
  if (text.trim() === '' || text.length > maxTextLength)
    throw refused(at, `must have 1 to ${maxTextLength} characters`);
  const missing = values.filter((value) => !text.includes(value)).join(' and ');
  if (missing)
    throw refused(at, `must contain ${missing}, which Latchkey fills in. Add ${missing} to the text`);
}
