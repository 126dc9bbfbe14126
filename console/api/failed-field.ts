import { ApiError } from './failure.ts';

/** The fields that errors are about whose code says so. */
const fieldsOfCodes: Record<string, readonly string[]> = {
  E062107: ['loginId', 'email', 'phone'],
  E111127: ['loginId', 'email', 'phone'],
  E111201: ['id'],
  E111203: ['selfProvisioningDomains', 'domains'],
  E111401: ['name'],
  E111701: ['name'],
  E111801: ['id', 'name'],
};

/** Errors about a value that was sent, as opposed to the state of the project or the server. */
const inputCodes: readonly string[] = ['E011002', 'E011003', 'E011004', ...Object.keys(fieldsOfCodes)];

/**
 * Returns the field of a form that an error is about, if it is about one. Messages about input begin with the field's
 * name or path, such as `permittedIps[0] must be …` (`server/http/schema.ts`). A form with one field can only be
 * rejected because of that field.
 */
export function failedField(error: unknown, values: object): string | undefined {
  if (!(error instanceof ApiError) || !inputCodes.includes(error.failure.errorCode)) return undefined;
  const fields = Object.keys(values);
  const [path = ''] = /^[\w.[\]]+/.exec(error.message) ?? [];
  // The innermost name first: `user.email` is about the email address.
  const named = path.split(/[.[\]]+/).reverse();
  const possible = [...named, ...(fieldsOfCodes[error.failure.errorCode] ?? [])];
  const found = possible.filter((name) => fields.includes(name));
  // Several fields can hold a login ID. An empty one is not taken.
  const filled = found.find((name) => (values as Record<string, unknown>)[name] !== '');
  return filled ?? found[0] ?? (fields.length === 1 ? fields[0] : undefined);
}
