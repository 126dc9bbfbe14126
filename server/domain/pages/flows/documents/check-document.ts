import { ServiceError } from '../../../../core/errors.ts';
import { actions } from '../definitions/actions.ts';
import { findProblem } from '../definitions/check-flow.ts';
import type { FlowDefinition, Interaction, ProjectFlow } from '../definitions/flow.ts';
import type { ScreenId } from '../screens/screens.ts';
import type { FlowDocument } from './document.ts';
import { startsOf } from './resolve-flow.ts';

/**
 * Throws E011004 unless the flow that results from a document is exactly what the document says. So nobody believes to have removed
 * what a flow needs, or to have added what it cannot do. The message names the place and the remedy.
 */
export function requireSame(document: FlowDocument, base: FlowDefinition, flow: ProjectFlow): void {
  const starts = startsOf(base);
  if (!starts.includes(document.start))
    throw refused('start', `${base.id} can start at ${starts.join(' or ')}`);
  for (const [screen, interactions = {}] of Object.entries(document.screens)) {
    const at = `screens.${screen}`;
    const inBase = own(base.screens, screen);
    if (!inBase) throw refused(at, `${base.id} has no screen ${screen}. Remove it`);
    for (const [id, interaction] of Object.entries(interactions))
      requireOfBase(`${at}.${id}`, interaction, own(inBase, id), base.id);
  }
  for (const [screen, interactions = {}] of Object.entries(flow.screens)) {
    const at = `screens.${screen}`;
    const given = own(document.screens, screen);
    if (!given) {
      const opener = openerOf(flow, screen);
      throw refused(at, `${opener} can open this screen. Keep it as ${base.id} has it, or remove ${opener}`);
    }
    for (const [id, interaction] of Object.entries(interactions))
      requireKept(`${at}.${id}`, own(given, id), interaction);
  }
  const lost = Object.keys(document.screens).find((screen) => !own(flow.screens, screen));
  if (lost) throw refused(`screens.${lost}`, 'no interaction opens this screen. Remove it, too');
  const problem = findProblem(flow);
  if (problem) throw refused('screens', problem);
}

function requireOfBase(
  at: string,
  { does }: Pick<Interaction, 'does'>,
  inBase: Interaction | undefined,
  base: string,
): void {
  if (!inBase) throw refused(at, `the screen of ${base} does not have this interaction. Remove it`);
  if (does === inBase.does) return;
  const problem = Object.hasOwn(actions, does) ? `cannot do ${does}` : `${does} is not an action`;
  throw refused(`${at}.does`, `${problem}. Write ${inBase.does}`);
}

function requireKept(
  at: string,
  given: { to: readonly string[] } | undefined,
  { does, to }: Interaction,
): void {
  if (!given) throw refused(at, `the flow needs this interaction (${does}). Keep it`);
  const foreign = given.to.find((next) => !to.includes(next as Interaction['to'][number]));
  if (foreign !== undefined)
    throw refused(`${at}.to`, `${does} cannot have the result ${foreign}. Remove ${foreign}`);
  const missing = to.find((next) => !given.to.includes(next));
  if (missing !== undefined)
    throw refused(
      `${at}.to`,
      `${does} can have the result ${missing}, which the flow must not leave out. Add ${missing}`,
    );
  if (new Set(given.to).size !== given.to.length) throw refused(`${at}.to`, 'name each result once');
}

function openerOf({ start, screens }: ProjectFlow, screen: string): string {
  for (const [other, interactions = {}] of Object.entries(screens))
    for (const [id, { to }] of Object.entries(interactions))
      if (other !== screen && to.includes(screen as ScreenId)) return `screens.${other}.${id}`;
  return `start (${start})`;
}

function own<T>(values: Partial<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** The refusal of a place in a document. */
export function refused(at: string, problem: string): ServiceError {
  return new ServiceError('E011004', `dsl.${at}: ${problem}`);
}
