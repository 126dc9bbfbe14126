import { ServiceError } from '../../../core/errors.ts';
import { readInput, type Schema, type Static } from '../../../http/schema.ts';
import { unknownField } from '../../../http/unknown-field.ts';

/** A project's configuration: JSON values by path, for a folder under version control. */
export type Files = Record<string, unknown>;

/** The version of this layout. A snapshot without a version has it, too. */
export const snapshotVersion = 1;

export const versionFile = 'snapshot.json';

/** The parts in the order of writing: a part comes after those that it refers to. */
export const partNames = [
  'logos',
  'settings',
  'passwordSettings',
  'customAttributes',
  'permissions',
  'roles',
  'oauthProviders',
  'ssoApplications',
  'scopeClaimMapping',
  'inboundApplications',
  'mcpServers',
  'tenants',
  'signInPolicies',
  'connectors',
  'templates',
  'webhooks',
] as const;
export type PartName = (typeof partNames)[number];

/** The maximum number of files in a snapshot. */
export const maxFiles = 20_000;

/** Reads a file by its schema. Throws E011003 even for an unknown field, which is probably a typing error. */
export function readFile<S extends Schema>(schema: S, value: unknown): Static<S> {
  const unknown = unknownField(schema, value);
  if (unknown !== undefined) throw new ServiceError('E011003', `${unknown} is not a field of this file`);
  return readInput(schema, value);
}

/** Returns a value as JSON without `null`, which means the same as absent here. */
export function withoutNulls<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutNulls) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== null && item !== undefined);
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutNulls(item)])) as T;
}

/** Compares by character codes, identically on every machine and engine. */
export function byText<T>(textOf: (item: T) => string): (a: T, b: T) => number {
  return (a, b) => {
    const [left, right] = [textOf(a), textOf(b)];
    return left < right ? -1 : left > right ? 1 : 0;
  };
}
