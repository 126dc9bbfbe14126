import type { ProjectContext } from '../core/context.ts';
import { ServiceError } from '../core/errors.ts';
import { readInput, type Schema, type Static } from '../http/schema.ts';
import { unknownField } from '../http/unknown-field.ts';

/** A project's configuration: JSON values by path, for a folder under version control. */
export type Files = Record<string, unknown>;

/** A kind of files in a snapshot, which the operations of one group read and write. */
export interface Part<Item = unknown, Prepared = unknown> {
  /** The name by which a caller leaves the part out. */
  name: string;
  /** The paths of its files. */
  paths: RegExp;
  /** The parts that its files refer to, although their groups come later in the list of groups. */
  after?: readonly string[];
  /** The secrets of its records, which the files do not have. */
  secrets?: PartSecrets;
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

export const secretKinds = ['connectors', 'oauthProviders', 'ssoConnections'] as const;
export type SecretKind = (typeof secretKinds)[number];

export interface PartSecrets {
  kind: SecretKind;
  /** Returns the stored secrets in the clear, to write them into another project of this instance. */
  stored(ctx: ProjectContext): Promise<StoredSecret[]>;
}

export interface StoredSecret extends Omit<NeededSecret, 'name'> {
  value: string;
}

export interface NeededSecret {
  /** The ID of the record that uses the secret. */
  id: string;
  name: string;
  /** `password`, `clientSecret`, the name of a header, … */
  type: string;
}

/** The secrets that are sent with a snapshot, and those that are missing. */
export interface Secrets {
  /** Returns a secret. Empty ones count as missing. */
  find(kind: SecretKind, id: string, type: string): string | undefined;
  miss(kind: SecretKind, secret: NeededSecret): void;
}

/** Reads a file by its schema. Throws E011003 even for an unknown field, which is probably a typing error. */
export function readFile<S extends Schema>(schema: S, value: unknown): Static<S> {
  const unknown = unknownField(schema, value);
  if (unknown !== undefined) throw new ServiceError('E011003', `${unknown} is not a field of this file`);
  return readInput(schema, value);
}

/** Compares by character codes, identically on every machine and engine. */
export function byText<T>(textOf: (item: T) => string): (a: T, b: T) => number {
  return (a, b) => {
    const [left, right] = [textOf(a), textOf(b)];
    return left < right ? -1 : left > right ? 1 : 0;
  };
}
