import type { ProjectFlow } from '../definitions/flow.ts';
import { type FlowDocument, toDocument } from '../documents/document.ts';

/** A flow in the layout that consoles and Terraform keep: tasks that lead to each other. */
export interface Layout {
  flowId: string;
  metadata: Record<string, unknown>;
  contents: { startTask: string; tasks: Record<string, Task> };
  screens: unknown[];
  references: object;
}

export interface Task {
  id: string;
  name?: string;
  type?: string;
  action?: string;
  screenId?: string;
  next?: { rules?: { interactionId?: string; taskId?: string }[] };
  [more: string]: unknown;
}

/** Begins the names of our own actions, of which the vendor’s have none. */
export const ownPrefix = 'latchkey.';
const end = 'end';

/** Writes a flow in the layout. The metadata contains what the layout has no place for. */
export function writeLayout(flow: ProjectFlow, etag: string): Layout {
  const { id, name, description, isDisabled } = flow;
  const document = toDocument(flow);
  const { screens: _, start: _start, ...latchkey } = document;
  return {
    flowId: id,
    metadata: {
      name,
      description,
      disabled: isDisabled,
      latchkey: { ...latchkey, etag },
    },
    contents: { startTask: document.start, tasks: tasksOf(document) },
    screens: screensOf(document),
    references: {},
  };
}

/** A task for each screen, and one for each of its interactions, whose rules name what can follow. */
export function tasksOf({ screens }: FlowDocument): Record<string, Task> {
  const tasks: Record<string, Task> = {
    [end]: { id: end, name: 'End', type: 'automated', action: 'logged-in', next: {} },
  };
  for (const [screen, interactions = {}] of Object.entries(screens)) {
    const rules = Object.keys(interactions).map((id) => ({ interactionId: id, taskId: `${screen}.${id}` }));
    tasks[screen] = { id: screen, name: screen, type: 'screen', screenId: screen, next: { rules } };
    for (const [id, { does, to }] of Object.entries(interactions)) {
      const name = `${screen}.${id}`;
      const next = to.map((result) => ({
        interactionId: result,
        taskId: taskAfter(screen, result, screens),
      }));
      tasks[name] = { id: name, name, type: 'automated', action: ownPrefix + does, next: { rules: next } };
    }
  }
  return tasks;
}

/** Another site and the dialog for passkeys come back to the screen. */
function taskAfter(screen: string, result: string, screens: FlowDocument['screens']): string {
  if (result === 'done') return end;
  return Object.hasOwn(screens, result) ? result : screen;
}

/** The screens without their look, which follows from the document. */
export function screensOf({ screens }: FlowDocument): unknown[] {
  return Object.entries(screens).map(([screenId, interactions = {}]) => ({
    screenId,
    interactions: Object.keys(interactions).map((id) => ({ id, label: id })),
    contents: {},
  }));
}
