import type { Connection } from './connection.ts';

/** The connection that a sign-in was for. */
export interface RefusalSubject {
  tenantId: string;
  connectionId: string;
  protocol: Connection['protocol'];
  isTest: boolean;
}

/**
 * A failed sign-in. `reason` explains it to the tenant's administrator. It is recorded, and shown to the user if there is no
 * application to report it to.
 */
export class SsoRefusal extends Error {
  /** A stable code: those of `SamlErrorKind` and `OidcErrorKind`, and our own for the steps around the answer. */
  readonly kind: string;
  /** The address where the sign-in would have ended. Absent if the request is unknown. */
  readonly redirectUrl: string | undefined;
  /** Absent if the connection is unknown, too. */
  subject?: RefusalSubject;

  constructor(kind: string, reason: string, redirectUrl?: string) {
    super(reason);
    this.kind = kind;
    this.redirectUrl = redirectUrl;
  }
}

/** Runs a step of a sign-in, and adds the connection and the return address to its refusal. */
export async function withConnection<T>(
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
