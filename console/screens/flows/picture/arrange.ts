import { ends, type FlowDocument, transitionsOf } from '../flow-document.ts';

/** Screens that lead to each other, so that none of them comes first. Most groups have one member. */
export interface Group {
  members: string[];
  /** Groups come after all groups that lead to them. Starts at 0. */
  layer: number;
  /** The indexes of the groups that follow directly. */
  next: number[];
}

/**
 * Arranges a flow from its first screen to its end. Screens with a way there and back become one group. Ways back to a
 * screen before are left out, because every screen has one.
 */
export function arrange(document: Pick<FlowDocument, 'start' | 'screens'>): Group[] {
  const graph = forwardGraph(document);
  const components = componentsOf(graph).reverse();
  const indexOf = new Map(components.flatMap((members, i) => members.map((id) => [id, i] as const)));
  const nextOf = components.map((members, i) => {
    const targets = members.flatMap((id) => [...(graph.get(id) ?? [])]).map((id) => indexOf.get(id)!);
    return new Set(targets.filter((target) => target !== i));
  });
  const layers = components.map(() => 0);
  // The components are in topological order.
  nextOf.forEach((targets, i) => {
    for (const target of targets) layers[target] = Math.max(layers[target]!, layers[i]! + 1);
  });
  const isEnd = (members: string[]) => ends.includes(members[0]!);
  const last = 1 + Math.max(0, ...components.map((members, i) => (isEnd(members) ? 0 : layers[i]!)));
  const order = new Map([...graph.keys()].map((id, i) => [id, i]));
  const hasFrame = new Set(layers.filter((_, i) => components[i]!.length > 1));
  // A screen that nothing follows stands below a frame of its layer, and not between the frame and what follows it.
  const isBelow = (i: number) =>
    nextOf[i]!.size === 0 && components[i]!.length === 1 && hasFrame.has(layers[i]!);
  const layerOf = (i: number) => Math.min(layers[i]! + (isBelow(i) ? 1 : 0), last - 1);
  return components.map((members, i) => ({
    members: members.toSorted((one, other) => order.get(one)! - order.get(other)!),
    layer: isEnd(members) ? last : layerOf(i),
    next: withoutDetours(nextOf, i),
  }));
}

/** The screens that can follow each screen. The order is that of the definition, from the first screen on. */
function forwardGraph({ start, screens }: Pick<FlowDocument, 'start' | 'screens'>): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>(
    [start, ...Object.keys(screens), ...ends].map((id) => [id, new Set()]),
  );
  for (const { screen, does, to } of transitionsOf({ screens })) {
    if (does === 'goBack') continue;
    for (const next of to) if (graph.has(next)) graph.get(screen)?.add(next);
  }
  for (const end of ends) {
    const isUsed = [...graph.values()].some((targets) => targets.has(end));
    if (!isUsed) graph.delete(end);
  }
  return graph;
}

/** Finds the strongly connected components (Tarjan). Each comes after those that it leads to. */
function componentsOf(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const found: string[][] = [];
  const numbers = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const visit = (id: string): void => {
    numbers.set(id, numbers.size);
    lowest.set(id, numbers.get(id)!);
    open.push(id);
    for (const next of graph.get(id) ?? []) {
      if (!numbers.has(next)) visit(next);
      if (open.includes(next)) lowest.set(id, Math.min(lowest.get(id)!, lowest.get(next)!));
    }
    if (lowest.get(id) === numbers.get(id)) found.push(open.splice(open.indexOf(id)));
  };
  for (const id of graph.keys()) if (!numbers.has(id)) visit(id);
  return found;
}

/** Leaves out a direct way if there is another one through further groups. */
function withoutDetours(nextOf: readonly ReadonlySet<number>[], from: number): number[] {
  const reached = new Set<number>();
  const follow = (at: number): void => {
    for (const next of nextOf[at]!) {
      if (reached.has(next)) continue;
      reached.add(next);
      follow(next);
    }
  };
  for (const next of nextOf[from]!) follow(next);
  return [...nextOf[from]!].filter((next) => !reached.has(next));
}
