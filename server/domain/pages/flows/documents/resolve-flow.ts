import { actions } from '../definitions/actions.ts';
import type { FlowDefinition, Interaction, Next, ProjectFlow } from '../definitions/flow.ts';
import type { ScreenId } from '../screens/screens.ts';
import type { FlowDetails, FlowDocument } from './document.ts';

type Screens = FlowDefinition['screens'];

/** The screens that are offers: a sign-in is complete without them. */
const offers: readonly ScreenId[] = ['offer-passkey'];

/** The interactions that the component itself sends, so that nobody can press them. */
const unpressed = ['submit', 'polling'];

/**
 * Returns the flow that a document describes: its base without what the document leaves out and may leave out. Everything else comes from the
 * base, so that a document of an earlier release gets what its base has gained since.
 */
export function resolveFlow(
  base: FlowDefinition,
  {
    id,
    changes,
    document,
    ...details
  }: FlowDetails & { id: string; changes: number; document: FlowDocument },
): ProjectFlow {
  const starts = startsOf(base);
  const start = starts.includes(document.start) ? document.start : base.start;
  return {
    ...base,
    ...details,
    id,
    base: base.id,
    version: base.version + changes,
    isChanged: true,
    changes,
    start,
    canStartAt: starts,
    ...(document.methods && { methods: document.methods }),
    texts: document.texts ?? {},
    screens: reachable(keptScreens(base, document), [start, ...(base.startsAt ?? [])]),
  };
}

/** The screens at which a flow can start. */
export function startsOf({ start, canStartAt = [] }: FlowDefinition): readonly ScreenId[] {
  return [start, ...canStartAt];
}

function keptScreens(base: FlowDefinition, document: FlowDocument): Screens {
  const dropped = offers.filter((screen) => !document.screens[screen]);
  const all = Object.entries(base.screens) as [ScreenId, Record<string, Interaction>][];
  const kept = all
    .filter(([screen]) => !dropped.includes(screen))
    .map(([screen, interactions]) => {
      const own = document.screens[screen];
      const entries = Object.entries(interactions)
        .filter(([id]) => !own || Object.hasOwn(own, id) || isNeeded(base, { screen, id, own }))
        .map(([id, { does, to }]) => {
          const chosen = does === 'goBack' ? chosenWayBack(base, own?.[id]?.to, to) : to;
          return [id, { does, to: chosen.filter((next) => !dropped.includes(next as ScreenId)) }];
        });
      return [screen, Object.fromEntries(entries)];
    });
  return Object.fromEntries(kept);
}

/** The way back leads to a first screen, whichever the flow starts with. */
function chosenWayBack(
  base: FlowDefinition,
  own: readonly Next[] | undefined,
  to: readonly Next[],
): readonly Next[] {
  const starts: readonly Next[] = startsOf(base);
  const isToStart = to.every((next) => starts.includes(next));
  const isChoice = own?.length === 1 && own.every((next) => starts.includes(next));
  return isToStart && isChoice ? own : to;
}

/** Reports whether a flow needs an interaction of a screen, because its policy or a person depends on it. */
function isNeeded(
  base: FlowDefinition,
  { screen, id, own }: { screen: ScreenId; id: string; own: Record<string, unknown> },
): boolean {
  const interactions = base.screens[screen] ?? {};
  const { does, to } = interactions[id] as Interaction;
  const kept = Object.entries(interactions).filter(([name]) => Object.hasOwn(own, name));
  if (does === 'comeBack') return kept.some(([, { to }]) => leavesPage(to));
  if (!('isChoice' in actions[does])) return true;
  if (does !== 'goBack') return false;
  const starts: readonly Next[] = startsOf(base);
  const isToStart = to.every((next) => starts.includes(next));
  return !isToStart || !kept.some(([name]) => name !== id && !unpressed.includes(name));
}

/** The browser comes back with the result. */
function leavesPage(to: readonly Next[]): boolean {
  return to.includes('otherSite') || to.includes('passkeyDialog');
}

/** Returns the screens that something opens. */
function reachable(screens: Screens, starts: readonly ScreenId[]): Screens {
  const reached = new Set<Next>(starts);
  for (const screen of reached)
    for (const { to } of Object.values(screens[screen as ScreenId] ?? {}))
      for (const next of to) reached.add(next);
  return Object.fromEntries(Object.entries(screens).filter(([screen]) => reached.has(screen as ScreenId)));
}
