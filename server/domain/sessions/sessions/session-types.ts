import { ServiceError } from '../../../core/errors.ts';

/** Accepts a list of types of sessions that names none. Sessions have no types here, so a list that does would choose nothing. */
export function requireNoTypes(field: string, types: readonly string[] = []): void {
  const [first] = types;
  if (first === undefined) return;
  const name = JSON.stringify(first.slice(0, 64));
  throw new ServiceError(
    'E011003',
    `${field} names ${name}, but sessions have no types here. Leave ${field} out or empty to end all of them.`,
  );
}
