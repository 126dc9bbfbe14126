import type { FlowTexts } from '../definitions/flow.ts';
import type { ScreenId } from '../screens/screens.ts';
import { foreignActions, foreignNodes, isProviderButton } from './foreign-actions.ts';
import { invalidLayout } from './read-layout.ts';
import type { Layout, Task } from './write-layout.ts';

interface Node {
  type?: { resolvedName?: string };
  props?: Record<string, unknown>;
  nodes?: string[];
}

interface ForeignScreen {
  screenId: string;
  contents?: Record<string, Node>;
}

/** The texts of the vendor’s screens that have a place in ours. Each is a title or a button. */
export class ForeignTexts {
  readonly #layout: Layout;
  readonly #language: string;
  readonly #note: (text: string) => void;

  constructor(layout: Layout, language: string, note: (text: string) => void) {
    this.#layout = layout;
    this.#language = language;
    this.#note = note;
  }

  /** `start`: the first screen of ours. Throws E011004 for an element that has no counterpart. */
  read(start: ScreenId): FlowTexts {
    const texts: FlowTexts = {};
    for (const screen of this.#layout.screens as ForeignScreen[]) {
      const nodes = Object.entries(screen.contents ?? {});
      for (const [id, node] of nodes) requireKnown(screen.screenId, id, node);
      const place = this.#placeOf(screen.screenId, start);
      const isFirst = place !== undefined && texts[place] === undefined;
      const kept = isFirst ? this.#textsOf(screen, place, start) : {};
      if (place && Object.keys(kept).length > 0) texts[place] = kept;
      const used = Object.values(kept).map((languages) => languages[this.#language]);
      for (const [id, node] of nodes) this.#report(screen.screenId, id, node, used);
    }
    return texts;
  }

  /** The screen of ours that does the same. */
  #placeOf(screenId: string, start: ScreenId): ScreenId | undefined {
    const { tasks, startTask } = this.#layout.contents;
    const own = Object.values(tasks).find((task) => task.screenId === screenId);
    if (!own) return undefined;
    if (this.#follows(startTask, own.id)) return start;
    const next = rulesOf(own).map(({ taskId = '' }) => tasks[taskId]?.action ?? '');
    if (next.some((action) => action.startsWith('verify-code-otp-'))) return 'code';
    return rulesOf(own).some(({ interactionId }) => interactionId === 'polling') ? 'link' : undefined;
  }

  /** The first screen is the start, or comes directly after the node `start`. */
  #follows(startTask: string, id: string): boolean {
    const start = this.#layout.contents.tasks[startTask];
    return startTask === id || (!start?.type && rulesOf(start).some(({ taskId }) => taskId === id));
  }

  #textsOf({ contents = {} }: ForeignScreen, place: ScreenId, start: ScreenId) {
    const { tasks } = this.#layout.contents;
    const ordered = visible(contents);
    const title = ordered.find(
      ({ type, props }) => type?.resolvedName === 'Text' && isTitle(props?.['variant']),
    );
    const buttons = ordered.filter(({ type }) => type?.resolvedName === 'Button');
    const rules = Object.values(tasks).flatMap(rulesOf);
    const named = (id: unknown) => rules.find(({ interactionId }) => interactionId === id);
    const goesOn = buttons.find(({ props }) => {
      const action = tasks[named(props?.['id'])?.taskId ?? '']?.action ?? '';
      const { method } = foreignActions.get(action) ?? {};
      return method !== undefined && method !== 'oauth';
    });
    const again = buttons.find(({ props }) => props?.['id'] === 'resend');
    const own = { title, ...(place === start ? { continue: goesOn } : { resend: again }) };
    const written = Object.entries(own).flatMap(([id, node]) => {
      const text = textOf(node);
      return text && !text.includes('{{') ? [[id, { [this.#language]: text }] as const] : [];
    });
    return Object.fromEntries(written) as Record<string, Record<string, string>>;
  }

  #report(screenId: string, id: string, node: Node, used: (string | undefined)[]): void {
    const type = node.type?.resolvedName ?? '';
    const text = textOf(node);
    const isImage = type === 'Image';
    if (isImage || (text && !used.includes(text) && type !== 'Divider'))
      this.#note(`screens.${screenId}.${id} (${type}${text && `: ${text.slice(0, 60)}`}) is not kept`);
  }
}

function requireKnown(screenId: string, id: string, { type }: Node): void {
  const name = type?.resolvedName ?? '';
  if (!foreignNodes.has(name) && !isProviderButton(name))
    throw invalidLayout(
      `screens.${screenId}.${id}`,
      `the element ${name.slice(0, 60)} is not supported. Remove it`,
    );
}

function rulesOf(task: Task | undefined) {
  return task?.next?.rules ?? [];
}

/** The nodes from the top to the bottom. */
function visible(contents: Record<string, Node>): Node[] {
  const found: Node[] = [];
  const seen = new Set<string>();
  const visit = (id: string) => {
    if (seen.has(id) || !Object.hasOwn(contents, id)) return;
    seen.add(id);
    const node = contents[id] as Node;
    found.push(node);
    for (const inner of node.nodes ?? []) visit(inner);
  };
  visit('ROOT');
  return found;
}

function isTitle(variant: unknown): boolean {
  return typeof variant === 'string' && /^(?:h[1-6]|subtitle[12])$/.test(variant);
}

function textOf(node: Node | undefined): string {
  const text = node?.props?.['children'];
  return typeof text === 'string' ? text.trim() : '';
}
