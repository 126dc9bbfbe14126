import { isDeepStrictEqual } from 'node:util';
import { ServiceError } from '../../../../core/errors.ts';
import { documentFormat, type FlowDocument } from '../documents/document.ts';
import { type Layout, ownPrefix, screensOf, type Task, tasksOf } from './write-layout.ts';

/** Reads a layout of ours. Throws E011004 for one that does not say the same in all its places. */
export function readLayout({ contents, metadata, screens }: Layout): FlowDocument {
  const { etag: _, ...kept } = metadata['latchkey'] as Record<string, unknown>;
  const { tasks, startTask } = contents;
  const ofScreens = Object.values(tasks).filter(({ type }) => type === 'screen');
  const read = ofScreens.map((task) => [task.id, Object.fromEntries(interactionsOf(task, tasks))]);
  const document = {
    ...kept,
    format: documentFormat,
    start: startTask,
    screens: Object.fromEntries(read),
  } as FlowDocument;
  requireSameTasks(tasks, tasksOf(document));
  if (screens.length > 0 && !isDeepStrictEqual(screens, screensOf(document)))
    throw invalidLayout('screens', 'do not match contents.tasks. Leave screens out');
  return document;
}

function interactionsOf({ id: screen, next }: Task, tasks: Record<string, Task>) {
  return (next?.rules ?? []).map(({ interactionId = '', taskId = '' }) => {
    const task = Object.hasOwn(tasks, taskId) ? tasks[taskId] : undefined;
    const { action = '' } = task ?? {};
    if (!task) throw invalidLayout(`contents.tasks.${screen}`, `there is no task ${taskId}. Remove its rule`);
    if (!action.startsWith(ownPrefix))
      throw invalidLayout(
        `contents.tasks.${taskId}`,
        `the action ${action} does not belong to a flow of Latchkey`,
      );
    const to = (task.next?.rules ?? []).map((rule) => rule.interactionId ?? '');
    return [interactionId, { does: action.slice(ownPrefix.length), to }] as const;
  });
}

function requireSameTasks(given: Record<string, Task>, ours: Record<string, Task>): void {
  for (const id of new Set([...Object.keys(given), ...Object.keys(ours)])) {
    const { view: _, ...task } = given[id] ?? { id };
    if (!isDeepStrictEqual(task, ours[id]))
      throw invalidLayout(
        `contents.tasks.${id}`,
        'is not as Latchkey writes it. Change the flow by the call of v1, or export it again',
      );
  }
}

/** The refusal of a place in a layout. */
export function invalidLayout(at: string, problem: string): ServiceError {
  return new ServiceError('E011004', `flow.${at.slice(0, 200)}: ${problem}`);
}
