import type { Visit } from '../../hosted-pages/visit.ts';
import { needsOf, showsProblem } from '../run/screen-steps.ts';
import { type ScreenId, screens } from '../screens/screens.ts';
import { type Action, actions } from './actions.ts';
import type { FlowDefinition, Interaction, Next } from './flow.ts';

/**
 * Throws an Error unless the flow fits together: every screen can be reached and has what it needs, every way out leads to a
 * screen of the flow, and only a proof ends it.
 */
export function checkFlow(flow: FlowDefinition): void {
  const { id, start, startsAt = [] } = flow;
  const fail = (problem: string) => new Error(`the flow ${id} is wrong: ${problem}`);
  if (!/^[a-z]+(-[a-z]+)*$/.test(id)) throw fail('its ID must consist of words with hyphens');
  const reached = new Set<ScreenId>([start, ...startsAt]);
  for (const screen of reached) {
    const interactions = flow.screens[screen];
    if (!interactions) throw fail(`it has no screen ${screen}`);
    const entries = Object.entries(interactions);
    const canFail = entries.some(([, { does }]) => does !== 'goBack' && does !== 'beginSignUp');
    if (canFail && !showsProblem(screen)) throw fail(`${screen} cannot show an error`);
    for (const [name, interaction] of entries) {
      const problem = problemOf(flow, screen, interaction);
      if (problem) throw fail(`${screen}.${name} ${problem}`);
      for (const next of interaction.to) if (isScreen(next)) reached.add(next);
    }
  }
  const lost = Object.keys(flow.screens).filter((screen) => !reached.has(screen as ScreenId));
  if (lost.length > 0) throw fail(`nothing opens ${lost.join(', ')}`);
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
