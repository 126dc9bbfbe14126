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

/** A refusal in the words of SCIM. The message is public. */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType | undefined;

  constructor(status: number, detail: string, scimType?: ScimType, options?: ErrorOptions) {
    super(detail, options);
    this.status = status;
    this.scimType = scimType;
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

export function invalidValue(detail: string): ScimError {
  return new ScimError(400, detail, 'invalidValue');
}

export function invalidSyntax(detail: string): ScimError {
  return new ScimError(400, detail, 'invalidSyntax');
}
