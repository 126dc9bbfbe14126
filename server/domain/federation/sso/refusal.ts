import type { Connection } from './connection.ts';

/** Which connection a sign-in was about. */
export interface RefusalSubject {
  tenantId: string;
  connectionId: string;
  protocol: Connection['protocol'];
  isTest: boolean;
}

/**
 * A sign-in that did not succeed. `reason` tells the tenant's administrator why; it is recorded, and shown to the
 * user where there is nobody else to tell.
 */
export class SsoRefusal extends Error {
  /** A stable word: those of `SamlErrorKind` and `OidcErrorKind`, and our own for what happens around the answer. */
  readonly kind: string;
  /** Where the sign-in would have ended; absent when it is not known which one it was. */
  readonly redirectUrl: string | undefined;
  /** Absent when that is not known either. */
  subject?: RefusalSubject;

  constructor(kind: string, reason: string, redirectUrl?: string) {
    super(reason);
    this.kind = kind;
    this.redirectUrl = redirectUrl;
  }
}

/** Runs a step of a sign-in; what refuses it knows afterwards which connection it was, and where to go. */
export async function concerning<T>(
  connection: Connection,
  request: { state: { redirectUrl: string; isTest?: boolean } } | undefined,
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof SsoRefusal)) throw error;
    const refusal = new SsoRefusal(
      error.kind,
      error.message,
      error.redirectUrl ?? request?.state.redirectUrl,
    );
    refusal.subject = {
      tenantId: connection.tenantId,
      connectionId: connection.id,
      protocol: connection.protocol,
      isTest: request?.state.isTest === true,
    };
    throw refusal;
  }
}
