import { ApiError } from './failure.ts';

/** The fields that errors are about whose code says so. */
const fieldsOfCodes: Record<string, readonly string[]> = {
  E062107: ['loginId', 'email', 'phone'],
  E111127: ['loginId', 'email', 'phone'],
  E111201: ['id'],
  E111202: ['tenantId', 'parent', 'tenants'],
  E111203: ['selfProvisioningDomains', 'domains'],
  E111401: ['name'],
  E111701: ['name'],
  E111801: ['id', 'name'],
};

/** The fields that errors are about whose message says so in words, by the beginning of the message or a part of it. */
const fieldsOfWords: [words: RegExp, fields: readonly string[]][] = [
  [/^The password /, ['password']],
  [/^The ID of /, ['id']],
  [/^No role /, ['roleNames', 'roles']],
  [/^No permission /, ['permissionNames']],
  [/^No tenant /, ['tenantId', 'parent', 'tenants']],
  [/ is not a valid domain\b/, ['selfProvisioningDomains', 'domains']],
];

/** Errors about a value that was sent, as opposed to the state of the project or the server. */
const inputCodes: readonly string[] = ['E011002', 'E011003', 'E011004', ...Object.keys(fieldsOfCodes)];

/**
 * Returns the field of a form that an error is about, if it is about one. Most messages about input begin with the field's
 * name or path, such as `permittedIps[0] must be …` (`server/http/schema.ts`). A form with one field can only be
 * rejected because of that field.
 */
export function failedField(error: unknown, values: object): string | undefined {
  if (!(error instanceof ApiError) || !inputCodes.includes(error.failure.errorCode)) return undefined;
  const fields = Object.keys(values);
  const { message, failure } = error;
  const [path = ''] = /^[\w.[\]]+/.exec(message) ?? [];
  // The innermost name first: `user.email` is about the email address.
  const named = path.split(/[.[\]]+/).reverse();
  const [, required] = /^The (\w+) field is required/.exec(message) ?? [];
  const [, listed] = /" in (\w+) is /.exec(message) ?? [];
  const possible = [
    ...[...named, required, listed].filter((name) => name !== undefined),
    ...fieldsOfWords.flatMap(([words, fields]) => (words.test(message) ? fields : [])),
    ...(fieldsOfCodes[failure.errorCode] ?? []),
  ];
  const found = possible.filter((name) => fields.includes(name));
  // Several fields can hold a login ID. An empty one is not taken.
  const filled = found.find((name) => (values as Record<string, unknown>)[name] !== '');
  return filled ?? found[0] ?? (fields.length === 1 ? fields[0] : undefined);
}
