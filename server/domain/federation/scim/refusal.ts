import { type ErrorCode, errorDescription, ServiceError } from '../../../core/errors.ts';
import { ScimError, type ScimType } from '../../../protocols/scim/scim-error.ts';

/** The refusals of other groups that SCIM has words or another status for. */
const known: Partial<Record<ErrorCode, [status: number, scimType?: ScimType]>> = {
  E011001: [400, 'invalidSyntax'],
  E062107: [409, 'uniqueness'],
  E111127: [409, 'uniqueness'],
  E112102: [404],
  E011012: [409],
};

/** Says an error in the words of SCIM. `report` turns one that nobody expected into the service's own. */
export function toScimError(error: unknown, report: (error: unknown) => ServiceError): ScimError {
  if (error instanceof ScimError) return error;
  const refusal = error instanceof ServiceError ? error : report(error);
  const [status, scimType] = known[refusal.code] ?? [
    refusal.status,
    refusal.status === 400 ? 'invalidValue' : undefined,
  ];
  // The description of a code is the same for all requests. The message can name an address.
  return new ScimError(status, refusal.message, scimType, {
    cause: refusal,
    kept: errorDescription(refusal.code),
  });
}
