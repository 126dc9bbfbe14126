import { randomBytes } from 'node:crypto';
import type { Recorded, RecordedEvent } from './events.ts';
import type { Variables } from './variables.ts';

type Scalar = string | number | null;

/** Where a parameter of a statement comes from. */
type Source =
  | { kind: 'constant'; value: Scalar }
  | { kind: 'clock'; offset: number }
  /** Text with variables in it, in odd places: mostly a lone one. */
  | { kind: 'variables'; parts: string[] }
  | { kind: 'number'; name: string }
  /** Made for this request, such as an ID. The prefix is its time: rows that are made together lie together. */
  | { kind: 'fresh'; index: number; prefix: string; length: number }
  | { kind: 'list'; items: Source[] };

export type Step =
  | { kind: 'statement'; sql: string; name?: string; values: Source[]; count: number }
  | Exclude<RecordedEvent, { kind: 'statement' }>;

/** The work of one kind of request, without anything that decides what to do. */
export interface Recipe {
  steps: Step[];
  answer: string;
}

export function deriveRecipe(first: Recorded, second: Recorded): Recipe {
  const [shape, otherShape] = [first, second].map(({ events }) => events.map(describe).join('\n'));
  if (shape !== otherShape) {
    throw new Error(`two requests of one kind did different things:\n${shape}\n--- and\n${otherShape}`);
  }
  const fresh = new Map<string, number>();
  const steps = first.events.map((event, index): Step => {
    const other = second.events[index]!;
    if (event.kind !== 'statement' || other.kind !== 'statement') return event as Step;
    const values = event.values.map((value, position) =>
      sourceOf(
        [value, event.at],
        [other.values[position], other.at],
        first.variables,
        second.variables,
        fresh,
      ),
    );
    return { kind: 'statement', sql: event.sql, name: event.name, values, count: event.count };
  });
  return { steps, answer: first.answer };
}

function describe(event: RecordedEvent): string {
  return event.kind === 'statement' ? event.sql : event.kind;
}

type Moment = [value: unknown, at: number];

function sourceOf(
  [value, at]: Moment,
  [other, otherAt]: Moment,
  variables: Variables,
  otherVariables: Variables,
  fresh: Map<string, number>,
): Source {
  if (Array.isArray(value) && Array.isArray(other)) {
    const items = value.map((item, index) =>
      sourceOf([item, at], [other[index], otherAt], variables, otherVariables, fresh),
    );
    return { kind: 'list', items };
  }
  if (typeof value === 'number') {
    const name = Object.keys(variables).find(
      (name) => variables[name] === value && otherVariables[name] === other,
    );
    if (name) return { kind: 'number', name };
    return value > 1e12 ? { kind: 'clock', offset: value - at } : { kind: 'constant', value };
  }
  if (value === other || typeof value !== 'string') return { kind: 'constant', value: value as Scalar };
  const parts = splitAtVariables(value, variables);
  if (parts.length > 1 && fillText(parts, otherVariables) === other) return { kind: 'variables', parts };
  const index = fresh.get(value) ?? fresh.size;
  fresh.set(value, index);
  return { kind: 'fresh', index, prefix: commonPrefix(value, other as string), length: value.length };
}

/** Text, name, text, name, text. */
function splitAtVariables(text: string, variables: Variables): string[] {
  for (const [name, value] of Object.entries(variables)) {
    const at = typeof value === 'string' && value !== '' ? text.indexOf(value) : -1;
    if (at === -1) continue;
    const before = splitAtVariables(text.slice(0, at), variables);
    return [...before, name, ...splitAtVariables(text.slice(at + String(value).length), variables)];
  }
  return [text];
}

function commonPrefix(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return one.slice(0, length);
}

function fillText(parts: readonly string[], variables: Variables): string {
  if (parts.length === 3 && parts[0] === '' && parts[2] === '') return String(variables[parts[1]!]);
  return parts.map((part, index) => (index % 2 === 1 ? variables[part] : part)).join('');
}

/** The parameters of a step for one request; `made` holds what was made for it. */
export function fillValue(source: Source, variables: Variables, made: string[]): unknown {
  switch (source.kind) {
    case 'constant':
      return source.value;
    case 'clock':
      return Date.now() + source.offset;
    case 'number':
      return Number(variables[source.name]);
    case 'variables':
      return fillText(source.parts, variables);
    case 'fresh':
      made[source.index] ??= (
        source.prefix + randomBytes(source.length).toString('hex').slice(source.prefix.length)
      ).slice(0, source.length);
      return made[source.index];
    case 'list':
      return source.items.map((item) => fillValue(item, variables, made));
  }
}
