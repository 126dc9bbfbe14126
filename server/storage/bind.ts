/** A value that both engines bind in the same way. */
export type Bindable = string | number | bigint | null | Uint8Array;

/**
 * Refuses values that one of the engines would silently bind as something else: SQLite binds NaN as null and a
 * lone object as a set of named parameters, pg binds objects as JSON and dates in the local time zone.
 */
export function bindable(value: unknown): Bindable {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'bigint' || value instanceof Uint8Array) return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  const kind = typeof value === 'object' ? value.constructor?.name : `${typeof value} ${String(value)}`;
  throw new TypeError(
    `a query cannot bind ${kind}: bind moments as milliseconds and structures as JSON text`,
  );
}
