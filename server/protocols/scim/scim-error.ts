/** The reasons that a client can tell apart (RFC 7644 §3.12, RFC 9865 §2). */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'invalidVers'
  | 'sensitive'
  | 'invalidCursor'
  | 'invalidCount';

export const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';

interface ScimErrorOptions extends ErrorOptions {
  /** The detail without values of the request, which can be personal. Absent: it has none. */
  kept?: string;
}

/** A refusal in the words of SCIM. The message is public. */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType | undefined;
  /** The detail for the list of requests. Contains no value of the request. */
  readonly kept: string;

  constructor(
    status: number,
    detail: string,
    scimType?: ScimType,
    { kept, ...options }: ScimErrorOptions = {},
  ) {
    super(detail, options);
    this.status = status;
    this.scimType = scimType;
    this.kept = kept ?? detail;
  }

  get body(): object {
    const { status, scimType, message } = this;
    return {
      schemas: [errorSchema],
      status: String(status),
      ...(scimType && { scimType }),
      detail: message,
    };
  }
}

export function invalidValue(detail: string, kept?: string): ScimError {
  return new ScimError(400, detail, 'invalidValue', kept === undefined ? {} : { kept });
}

export function invalidSyntax(detail: string): ScimError {
  return new ScimError(400, detail, 'invalidSyntax');
}
