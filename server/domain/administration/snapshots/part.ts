import type { ProjectContext } from '../../../core/context.ts';
import type { Secrets } from './secrets.ts';
import type { Files, PartName } from './snapshot.ts';

/** A kind of files that the operations of one group read and write. */
export interface Part<Item = unknown, Prepared = unknown> {
  name: PartName;
  /** The paths of its files. */
  paths: RegExp;
  export(ctx: ProjectContext): Promise<Files>;
  /** Checks and returns the content of a file. */
  read(value: unknown): Item;
  /** Returns the path of an item. */
  pathOf(item: Item): string;
  /** Does the slow work before the transaction. */
  prepare?(ctx: ProjectContext, items: Item[], dryRun: boolean): Promise<Prepared>;
  /** Sorts the items into an order in which they can be written. */
  sort?(items: Item[]): Item[];
  /** Changes the project to match the file. `current` is the project's current version of the same file. Returns `same` if there was nothing to change. */
  write(run: Run<Prepared>, item: Item, current: Item | undefined): Promise<unknown>;
}

/** An import, within its transaction. */
export interface Run<Prepared = unknown> {
  ctx: ProjectContext;
  secrets: Secrets;
  prepared: Prepared;
  /** Takes a sentence about what is not as in the file, and what to do about it. */
  note(sentence: string): void;
}

/** Hides a part's own types. */
export function part<Item, Prepared = undefined>(definition: Part<Item, Prepared>): Part {
  return definition as unknown as Part;
}
