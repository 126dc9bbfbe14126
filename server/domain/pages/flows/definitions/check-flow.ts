import type { Visit } from '../../hosted-pages/visit.ts';
import { needsOf, showsProblem } from '../run/screen-steps.ts';
import { type ScreenId, screens } from '../screens/screens.ts';
import { type Action, actions } from './actions.ts';
import type { FlowDefinition, Interaction, Next } from './flow.ts';

/** The ID of a flow: words with hyphens. `_` separates the execution’s ID in addresses, and `--` the flow’s ID in those of screens. */
const flowId = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** Throws an Error unless a built-in flow fits together. */
export function checkFlow(flow: FlowDefinition): void {
  const problem = findProblem(flow);
  if (problem) throw new Error(`the flow ${flow.id} is wrong: ${problem}`);
}

/**
 * Returns why a flow does not fit together: every screen can be reached and has what it needs, every way out leads to a
 * screen of the flow, and only a proof ends it.
 */
export function findProblem(flow: FlowDefinition): string | undefined {
  const { id, start, startsAt = [] } = flow;
  if (!flowId.test(id)) return 'its ID must consist of lowercase words with hyphens';
  const reached = new Set<ScreenId>([start, ...startsAt]);
  for (const screen of reached) {
    const interactions = flow.screens[screen];
    if (!interactions) return `it has no screen ${screen}`;
    const entries = Object.entries(interactions);
    const canFail = entries.some(([, { does }]) => does !== 'goBack' && does !== 'beginSignUp');
    if (canFail && !showsProblem(screen)) return `${screen} cannot show an error`;
    for (const [name, interaction] of entries) {
      const problem = problemOf(flow, screen, interaction);
      if (problem) return `${screen}.${name} ${problem}`;
      for (const next of interaction.to) if (isScreen(next)) reached.add(next);
    }
  }
  const lost = Object.keys(flow.screens).filter((screen) => !reached.has(screen as ScreenId));
  return lost.length > 0 ? `nothing opens ${lost.join(', ')}` : undefined;
}

function problemOf(
  { session }: FlowDefinition,
  screen: ScreenId,
  { does, to }: Interaction,
): string | undefined {
  const action: Action = actions[does];
  if (to.length === 0) return 'has no result';
  if (action.changes && action.changes !== session)
    return `changes the ${action.changes} without its session`;
  if (to.includes('done') && !action.proves && !action.changes) return 'ends the flow without a proof';
  const has = new Set<keyof Visit>(['loginId', ...needsOf(screen), ...(action.gives ?? [])]);
  for (const next of to.filter(isScreen)) {
    const missing = needsOf(next).filter((need) => !has.has(need));
    if (missing.length > 0) return `opens ${next} without ${missing.join(', ')}`;
  }
  return undefined;
}

function isScreen(next: Next): next is ScreenId {
  return Object.hasOwn(screens, next);
}
