import type { FlowDefinition, Interaction } from '../../server/domain/pages/flows/definitions/flow.ts';
import type { Arrangement } from './arrangements.ts';
import { reasonAgainst, type Transition } from './impossible.ts';
import type { Person } from './people.ts';
import { type Place, phaseAfter, Run } from './run.ts';
import { interactionsOf } from './screen-html.ts';

/**
 * Lists every transition that a flow declares and that is possible, and every screen at which it can start. `walked`: another flow,
 * whose equal interactions of equal screens are left out.
 */
export function transitionsOf(flow: FlowDefinition, walked?: FlowDefinition): string[] {
  const starts = [flow.start, ...(flow.startsAt ?? [])].map((screen) => `${flow.id} starts at ${screen}`);
  const all = declaredIn(flow)
    .filter(({ screen, name }) => !walked || !isEqualIn(flow, walked, screen, name))
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

function isEqualIn(flow: FlowDefinition, walked: FlowDefinition, screen: string, name: string): boolean {
  const [one, other] = [flow, walked].map((each) => interactionsOf(each, screen)[name]);
  return one?.does === other?.does && one?.to.join() === other?.to.join();
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
  function leadsOn(screen: string, phase: string, passed: string[] = []): boolean {
    const key = screen + phase;
    if (seen.has(key) || passed.includes(key)) return false;
    return Object.entries(interactionsOf(flow, screen)).some(([name, { to }]) =>
      to.some(
        (next) =>
          ledger.open.has(transition(flow, screen, name, next)) ||
          leadsOn(next, phaseAfter(screen, phase), [...passed, key]),
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
    const person: Person = free ?? (await place.people.create(arrangement));
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
