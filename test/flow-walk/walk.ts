import type { FlowDefinition, Interaction } from '../../server/domain/pages/flows/definitions/flow.ts';
import type { Arrangement } from './arrangements.ts';
import { reasonAgainst, type Transition } from './impossible.ts';
import type { Person } from './people.ts';
import { type Place, phaseAfter, Run } from './run.ts';
import { interactionsOf } from './screen-html.ts';

/**
 * Lists every transition that a flow declares and that is possible, and every screen at which it can start. `walked`: another flow,
 * whose interactions are left out.
 */
export function transitionsOf(flow: FlowDefinition, walked?: FlowDefinition): string[] {
  const starts = [flow.start, ...(flow.startsAt ?? [])].map((screen) => `${flow.id} starts at ${screen}`);
  const all = declaredIn(flow)
    .filter(({ screen, name }) => !walked || !isIn(flow, walked, screen, name))
    .filter((one) => !reasonAgainst(one))
    .map(({ screen, name, next }) => transition(flow, screen, name, next));
  return [...starts, ...all];
}

/** Lists every transition that a flow declares. */
export function declaredIn(flow: FlowDefinition): Transition[] {
  return Object.entries(flow.screens).flatMap(([screen, interactions]) =>
    Object.entries(interactions).flatMap(([name, { to }]) =>
      to.map((next) => ({ flow: flow.id, screen, name, next })),
    ),
  );
}

/** Reports whether another flow has the interaction, on the same screen and with the same results or more. */
function isIn(flow: FlowDefinition, walked: FlowDefinition, screen: string, name: string): boolean {
  const own = interactionsOf(flow, screen)[name];
  return sharedWith(flow, screen).some((each) => {
    const other = interactionsOf(walked, each)[name];
    return other?.does === own?.does && own?.to.every((next) => other?.to.includes(next));
  });
}

/** A first screen has the interactions of the first screens of the other flow. */
function sharedWith({ start }: FlowDefinition, screen: string): string[] {
  return screen === start ? ['sign-up-or-in', 'create-account'] : [screen];
}

function transition({ id }: FlowDefinition, screen: string, name: string, next: string): string {
  return `${id}: ${screen}.${name} → ${next}`;
}

/** The transitions that are still to be taken, and the interactions that were tried with a mistake, or sent twice. */
export interface Ledger {
  open: Set<string>;
  mistaken: Set<string>;
  repeated: Set<string>;
}

/** A place in a flow, with the way to it. */
interface Spot {
  key: string;
  isLost: boolean;
  screen: string;
  phase: string;
  path: string[];
  choices: Map<string, Interaction>;
  tried: Set<string>;
}

/** Walks through a flow under one arrangement, as far as it leads to transitions that are open. */
export async function explore(
  place: Place,
  { flow, arrangement, ledger }: { flow: FlowDefinition; arrangement: Arrangement; ledger: Ledger },
): Promise<void> {
  const spots = new Map<string, Spot>();
  const seen = new Set<string>();
  let free: Person | undefined;

  /** Takes an interaction, and notes where it leads. */
  async function take(run: Run, name: string, interaction: Interaction, repeats = false): Promise<string> {
    const { screen } = run;
    const next = await run.take(name, interaction, { repeats });
    const reason = reasonAgainst({ flow: flow.id, screen, name, next });
    const key = transition(flow, screen, name, next);
    if (reason) throw new Error(`${key} is listed as impossible: ${reason}`);
    ledger.open.delete(key);
    return next;
  }

  /** Reports whether something open can follow a screen that this arrangement has not seen. */
  function leadsOn(screen: string, phase: string, passed = new Set(seen)): boolean {
    const key = screen + phase;
    if (passed.has(key)) return false;
    passed.add(key);
    return Object.entries(interactionsOf(flow, screen)).some(([name, { to }]) =>
      to.some(
        (next) =>
          ledger.open.has(transition(flow, screen, name, next)) ||
          leadsOn(next, phaseAfter(screen, phase), passed),
      ),
    );
  }

  function isUseful({ screen, phase }: Spot, name: string, { to }: Interaction): boolean {
    if (
      to.some(
        (next) =>
          ledger.open.has(transition(flow, screen, name, next)) || leadsOn(next, phaseAfter(screen, phase)),
      )
    )
      return true;
    // The browser comes back from there to the same screen.
    const goesAway = to.includes('otherSite') || to.includes('passkeyDialog');
    return goesAway && openAfter(screen, phase);
  }

  function openAfter(screen: string, phase: string): boolean {
    const { to } = interactionsOf(flow, screen)['submit'] ?? { to: [] };
    return to.some(
      (next) =>
        ledger.open.has(transition(flow, screen, 'submit', next)) || leadsOn(next, phaseAfter(screen, phase)),
    );
  }

  function nextAt(spot: Spot): string | undefined {
    return [...spot.choices].find(
      ([name, interaction]) => !spot.tried.has(name) && isUseful(spot, name, interaction),
    )?.[0];
  }

  function spotOf(run: Run, path: string[]): Spot {
    const spot = spots.get(run.key) ?? {
      key: run.key,
      isLost: false,
      screen: run.screen,
      phase: run.phase,
      path: [...path],
      choices: new Map(run.choices),
      tried: new Set<string>(),
    };
    spots.set(run.key, spot);
    seen.add(run.screen + run.phase);
    return spot;
  }

  for (;;) {
    const goal = [...spots.values()].find((spot) => !spot.isLost && nextAt(spot) !== undefined);
    if (spots.size > 0 && !goal) return;
    const needsSession = flow.session !== undefined;
    const person: Person = free ?? (await place.people.create({ ...arrangement, needsSession }));
    free = undefined;
    place.latchkey.advance(61_000);
    const run = new Run(place, flow, arrangement, person);
    ledger.open.delete(`${flow.id} starts at ${await run.start()}`);
    const path: string[] = [];
    try {
      for (const name of goal?.path ?? []) {
        path.push(name);
        await take(run, name, interactionsOf(flow, run.screen)[name] as Interaction);
      }
      // Time has passed, which can have changed what a person can do here.
      if (goal && run.key !== goal.key) goal.isLost = true;
      for (;;) {
        const spot = spotOf(run, path);
        const name = nextAt(spot);
        if (name === undefined) break;
        spot.tried.add(name);
        path.push(name);
        const interaction = spot.choices.get(name) as Interaction;
        const key = `${run.screen}.${name}`;
        if (!ledger.mistaken.has(key) && (await run.err(name, interaction))) ledger.mistaken.add(key);
        const repeats = !ledger.repeated.has(key);
        ledger.repeated.add(key);
        if ((await take(run, name, interaction, repeats)) === 'done') break;
      }
    } catch (error) {
      const way = `${flow.id} under “${arrangement.name}”: ${path.join(', ')}`;
      throw new Error(`${way} at ${run.screen}`, { cause: error });
    }
    if (!run.isChanged) free = person;
  }
}
