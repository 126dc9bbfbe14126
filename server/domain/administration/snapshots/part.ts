import type { ProjectContext } from '../../../core/context.ts';
import type { Secrets } from './secrets.ts';
import type { Files, PartName } from './snapshot.ts';

/** One kind of files, which one group's operations read and write. */
export interface Part<Item = unknown, Prepared = unknown> {
  name: PartName;
  /** The paths that are its own. */
  paths: RegExp;
  export(ctx: ProjectContext): Promise<Files>;
  /** The checked content of a file. */
  read(value: unknown): Item;
  /** Where this belongs. */
  pathOf(item: Item): string;
  /** What takes long, before the transaction. */
  prepare?(ctx: ProjectContext, items: Item[], dryRun: boolean): Promise<Prepared>;
  /** In the order in which they can be written. */
  sort?(items: Item[]): Item[];
  /** Makes the project what the file says. `current` is the same file of the project as it is. */
  write(run: Run<Prepared>, item: Item, current: Item | undefined): Promise<void>;
}

/** One import: in its transaction. */
export interface Run<Prepared = unknown> {
  ctx: ProjectContext;
  secrets: Secrets;
  prepared: Prepared;
}

/** Keeps a part's own types inside of it. */
export function part<Item, Prepared = undefined>(definition: Part<Item, Prepared>): Part {
  return definition as unknown as Part;
}
