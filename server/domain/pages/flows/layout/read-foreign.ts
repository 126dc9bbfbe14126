import type { SignInMethod } from '../../../../core/hosted-pages.ts';
import { flows as builtIn } from '../definitions/flows.ts';
import { type FlowDocument, toDocument, unchanged } from '../documents/document.ts';
import { foreignActions } from './foreign-actions.ts';
import { ForeignTexts } from './foreign-texts.ts';
import { invalidLayout } from './read-layout.ts';
import type { Layout, Task } from './write-layout.ts';

/**
 * Turns a flow of the vendor’s console into one of ours: its methods in their order, and the texts that have a place. Throws E011004, and
 * names it, for anything that would make the flow do something else. `note` takes what has no effect on it.
 */
export function readForeign(layout: Layout, language: string, note: (text: string) => void): FlowDocument {
  const { metadata, contents } = layout;
  for (const flag of ['widget', 'management', 'fingerprint'])
    if (metadata[flag])
      throw invalidLayout(`metadata.${flag}`, 'is not supported. Switch it off in the source');
  for (const name of Object.keys(metadata))
    if (isUnread(name, metadata[name])) note(`metadata.${name} has no effect`);
  const order = inOrder(contents.tasks, contents.startTask);
  const lost = Object.keys(contents.tasks).filter((id) => !order.some((task) => task.id === id));
  const all = [...order, ...lost.map((id) => contents.tasks[id] as Task)];
  for (const task of all) requireKnown(task, note);
  const base = purposeOf(all);
  const definition = builtIn.get(base);
  if (!definition) throw new Error(`there is no flow ${base}`);
  const methods = [...new Set(all.flatMap((task) => methodOf(task) ?? []))];
  if (methods.length === 0)
    throw invalidLayout(
      'contents.tasks',
      'no task signs anyone in. Use a flow that does, or export one from Latchkey',
    );
  const texts = new ForeignTexts(layout, language, note).read(definition.start);
  return { ...toDocument(unchanged(definition)), methods, ...(Object.keys(texts).length > 0 && { texts }) };
}

const readMetadata = [
  'name',
  'description',
  'disabled',
  'componentsVersion',
  'widget',
  'management',
  'fingerprint',
];

function isUnread(name: string, value: unknown): boolean {
  return !readMetadata.includes(name) && name !== 'sharedInteractions' && Boolean(value);
}

/** The tasks in the order in which a person can come to them. */
function inOrder(tasks: Record<string, Task>, start: string): Task[] {
  const found = new Map<string, Task>();
  const waiting = [start];
  for (const id of waiting) {
    const task = Object.hasOwn(tasks, id) ? tasks[id] : undefined;
    if (!task) throw invalidLayout(`contents.tasks.${id}`, 'is missing, but a rule or startTask names it');
    if (found.has(id)) continue;
    found.set(id, task);
    for (const { taskId } of task.next?.rules ?? []) if (taskId !== undefined) waiting.push(taskId);
  }
  return [...found.values()];
}

function requireKnown(task: Task, note: (text: string) => void): void {
  const { id, type, action = '', name = '' } = task;
  const at = `contents.tasks.${id}`;
  const named = name && ` (${name.slice(0, 100)})`;
  if (type === 'condition')
    throw invalidLayout(at, `conditions are not supported${named}. Remove the condition`);
  if (type === 'automated') {
    if (!foreignActions.has(action))
      throw invalidLayout(at, `the action ${action.slice(0, 100)} is not supported${named}. Remove the task`);
    reportArguments(task, note);
  } else if (type !== 'screen' && type !== undefined && type !== '')
    throw invalidLayout(at, `the type ${String(type).slice(0, 100)} is not supported${named}`);
}

/** Values that choose a template, a connector or a page have no counterpart in a flow of ours. */
function reportArguments(task: Task, note: (text: string) => void): void {
  const values = (task['arguments'] ?? {}) as Record<string, { value?: unknown } | null>;
  for (const [name, argument] of Object.entries(values)) {
    const value = argument?.value;
    const isEmpty = !value || (Array.isArray(value) && value.length === 0);
    if (!isEmpty && !/StepId$/.test(name)) note(`contents.tasks.${task.id}.arguments.${name} has no effect`);
  }
  const handling = (task['errorHandlingV2'] ?? {}) as Record<string, { errorHandlingType?: string } | null>;
  for (const [name, kind] of Object.entries(handling))
    if (kind?.errorHandlingType !== undefined && kind.errorHandlingType !== 'automatic')
      throw invalidLayout(
        `contents.tasks.${task.id}.errorHandlingV2.${name}`,
        `the handling ${kind.errorHandlingType} is not supported. Use automatic`,
      );
}

function methodOf({ action }: Task): SignInMethod | undefined {
  return foreignActions.get(action ?? '')?.method;
}

function purposeOf(tasks: Task[]): string {
  const purposes = new Map(
    tasks.flatMap((task) => {
      const base = foreignActions.get(task.action ?? '')?.base;
      return base ? [[base, task] as const] : [];
    }),
  );
  const [first = 'sign-up-or-in', second] = purposes.keys();
  if (second === undefined) return first;
  throw invalidLayout(
    `contents.tasks.${purposes.get(second)?.id}`,
    `a flow has one purpose, and others of its tasks have ${first}. Split the flow, or use the actions of ${first}`,
  );
}
