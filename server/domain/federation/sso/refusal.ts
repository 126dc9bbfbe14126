import { SignInRefusal } from '../relying-party/refusal.ts';
import type { Connection } from './connection.ts';
import type { Finding } from './findings/finding.ts';

/** The connection that a sign-in was for. */
export interface RefusalSubject {
  tenantId: string;
  connectionId: string;
  protocol: Connection['protocol'];
  isTest: boolean;
}

/** A failed sign-in. The reason explains it to the tenant's administrator, too. */
export class SsoRefusal extends SignInRefusal {
  /** Absent if the connection is unknown. */
  subject?: RefusalSubject;
  /** The findings of a test beside the reason. */
  findings: Finding[] = [];
  /** The continuation of the reason for administrators. Nobody else reads it, because it says what their servers respond. */
  detail = '';

  /** The reason for the administrators of the connection. */
  get fullReason(): string {
    return this.detail ? `${this.message} ${this.detail}` : this.message;
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
      error.about,
    );
    refusal.findings = error.findings;
    refusal.detail = error.detail;
    refusal.subject = {
      tenantId: connection.tenantId,
      connectionId: connection.id,
      protocol: connection.protocol,
      isTest: request?.state.isTest === true,
    };
    throw refusal;
  }
}
