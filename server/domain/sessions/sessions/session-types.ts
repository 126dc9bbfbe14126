import { ServiceError } from '../../../core/errors.ts';

/** Refuses a list with session types. Sessions have no types, so it would select none. */
export function requireNoTypes(field: string, types: readonly string[] = []): void {
  const [first] = types;
  if (first === undefined) return;
  const name = JSON.stringify(first.slice(0, 64));
  throw new ServiceError(
    'E011003',
    `${field} contains ${name}, but sessions have no types. Leave ${field} out or empty to end all of them`,
  );
}
