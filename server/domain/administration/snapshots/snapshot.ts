import { ServiceError } from '../../../core/errors.ts';
import { readInput, type Schema, type Static, unknownField } from '../../../http/schema.ts';

/** A project's configuration: JSON values by paths, for a folder under version control. */
export type Files = Record<string, unknown>;

/** Of this layout. A snapshot that does not say one has it too. */
export const snapshotVersion = 1;

export const versionFile = 'snapshot.json';

/** In the order in which they are written: what is referred to comes first. */
export const partNames = [
  'settings',
  'passwordSettings',
  'customAttributes',
  'permissions',
  'roles',
  'oauthProviders',
  'ssoApplications',
  'tenants',
  'connectors',
  'templates',
  'webhooks',
] as const;
export type PartName = (typeof partNames)[number];

/** How many files one snapshot has at most. */
export const maxFiles = 20_000;

/** The value of a file by its schema: E011003 also for a field that there is not, which would be a slip of the pen. */
export function readFile<S extends Schema>(schema: S, value: unknown): Static<S> {
  const unknown = unknownField(schema, value);
  if (unknown !== undefined) throw new ServiceError('E011003', `${unknown} is not a field of this file`);
  return readInput(schema, value);
}

/** As JSON has it, without `null`, which nothing here tells from absent. */
export function withoutNulls<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutNulls) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== null && item !== undefined);
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutNulls(item)])) as T;
}

/** In the order of their characters' codes, on every machine and engine alike. */
export function byText<T>(textOf: (item: T) => string): (a: T, b: T) => number {
  return (a, b) => {
    const [left, right] = [textOf(a), textOf(b)];
    return left < right ? -1 : left > right ? 1 : 0;
  };
}
