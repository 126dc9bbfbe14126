import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import type { Group } from '../../server/domain/group.ts';
import { listSources } from '../imports/source.ts';

/** An event or a question, with the groups that it connects. */
export interface Effect {
  name: string;
  kind: 'event' | 'question';
  namedBy: string;
  /** The groups that let it happen, or ask it. */
  raisedBy: string[];
  /** In the order in which they run. */
  handledBy: { group: string; operation: string }[];
}

type Reactive = Pick<Group, 'name' | 'on'>;

/** Finds all events and questions, by their groups in the order of the list. */
export function findEffects(root: string, groups: readonly Reactive[]): Effect[] {
  const named: Pick<Effect, 'name' | 'kind' | 'namedBy'>[] = [];
  const raised: { name: string; group: string }[] = [];
  for (const path of listSources(root, 'server')) {
    const group = groupOf(path, groups);
    if (group === undefined || path.endsWith('.test.ts')) continue;
    const text = readFileSync(join(root, path), 'utf8');
    if (!/\b(event<|question<|happen\(|ask\()/.test(text)) continue;
    const { program } = parseSync(path, text);
    new Visitor({
      VariableDeclarator({ id, init }) {
        if (id.type !== 'Identifier' || init?.type !== 'CallExpression') return;
        const kind = init.callee.type === 'Identifier' ? init.callee.name : '';
        const [name] = init.arguments;
        if ((kind !== 'event' && kind !== 'question') || name?.type !== 'Literal') return;
        if (name.value !== id.name) throw new Error(`${path}: ${id.name} calls itself ${name.value}`);
        named.push({ name: id.name, kind, namedBy: group });
      },
      CallExpression({ callee, arguments: [, what] }) {
        if (callee.type !== 'Identifier' || (callee.name !== 'happen' && callee.name !== 'ask')) return;
        if (what?.type !== 'Identifier') throw new Error(`${path}: ${callee.name} takes the constant itself`);
        raised.push({ name: what.name, group });
      },
    }).visit(program);
  }
  const position = (group: string) => groups.findIndex(({ name }) => name === group);
  const inOrder = (names: string[]) => [...new Set(names)].sort((a, b) => position(a) - position(b));
  return named
    .sort((a, b) => position(a.namedBy) - position(b.namedBy))
    .map((one) => ({
      ...one,
      raisedBy: inOrder(raised.filter(({ name }) => name === one.name).map(({ group }) => group)),
      handledBy: groups.flatMap(({ name: group, on = [] }) =>
        on
          .filter(({ to }) => (to as { name: string }).name === one.name)
          .map(({ handle }) => ({ group, operation: handle.name })),
      ),
    }));
}

/** Returns the page that lists what follows from what, and in which order. */
export function effectsPage(effects: Effect[]): string {
  const rowsOf = (kind: Effect['kind']) =>
    effects
      .filter((effect) => effect.kind === kind)
      .map(
        ({ name, raisedBy, handledBy }) =>
          `| \`${name}\` | ${raisedBy.map(shortName).join(', ')} | ${handledBy
            .map(({ group, operation }) => `${shortName(group)} \`${operation}\``)
            .join(' → ')} |\n`,
      )
      .join('');
  return `# Effects

A group does not know the groups above it. Where something concerns them, it raises an event, and each of them does its part: in the same
transaction, one after the other, in the order of \`server/groups.ts\`. An error undoes everything. Where the group needs a result, it raises
a question that exactly one group handles. The \`events.ts\` of the group that names an event says when it is raised and why
([decision 0112](decisions/0112-events.md)).

The order of effects is a security property. \`npm run generate\` writes this page, so a change of the order shows here.

## Events

| event | raised by | handled by, in this order |
|---|---|---|
${rowsOf('event')}
## Questions

| question | raised by | handled by |
|---|---|---|
${rowsOf('question')}`;
}

function groupOf(path: string, groups: readonly Reactive[]): string | undefined {
  return groups.find(({ name }) =>
    path.startsWith(name === 'delivery' ? 'server/delivery/' : `server/domain/${name}/`),
  )?.name;
}

function shortName(group: string): string {
  return group.slice(group.indexOf('/') + 1);
}
