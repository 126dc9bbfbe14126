import type { ProjectContext } from '../../../core/context.ts';
import { loadSsoApp } from '../../directory/applications/sso/load-app.ts';
import type { AuditRecord } from '../../project/audit/audit-record.ts';
import { searchEvents } from '../../project/audit/search-events.ts';

/** An event between an application and a user, from the audit log. */
export interface AppEvent {
  eventId: string;
  occurredAt: number;
  outcome: 'signedIn' | 'refused' | 'logoutFailed';
  /** The user; empty if none is known. */
  userId: string;
  /** The user's first login ID, or empty. */
  loginId: string;
  /** `oidc` or `saml` for refusals. */
  method: string;
  /** Why it was refused: the stable cause, what exactly, and the reason as it was recorded. */
  cause: string;
  kind: string;
  reason: string;
  /** The OAuth grant of a sign-in without a browser. */
  grant: string;
  /** The address to which the application wanted the user back. */
  redirectUri: string;
  /** The number of refusals that the event represents. */
  count: number;
  remoteAddress: string;
  requestId: string;
}

const outcomes: Record<string, AppEvent['outcome']> = {
  ApplicationSignIn: 'signedIn',
  LoginFailed: 'refused',
  ApplicationLogoutFailed: 'logoutFailed',
};

const shown = 50;

/** Lists the last 50 sign-ins and refusals of an application, newest first. Throws E111802 for an unknown application. */
export async function listSignIns(ctx: ProjectContext, appId: string): Promise<AppEvent[]> {
  await loadSsoApp(ctx, appId);
  const actions = Object.keys(outcomes);
  const search = { applicationId: appId, actions, from: 1, limit: shown, withoutTotal: true };
  return (await searchEvents(ctx, search)).events.map(toAppEvent);
}

function toAppEvent({ id, occurredAt, action, data, loginIds, ...event }: AuditRecord): AppEvent {
  const text = (name: string) => (typeof data[name] === 'string' ? data[name] : '');
  const { userId, method, remoteAddress } = event;
  return {
    eventId: id,
    occurredAt,
    userId,
    method,
    remoteAddress,
    outcome: outcomes[action] ?? 'refused',
    loginId: loginIds[0] ?? '',
    cause: text('cause'),
    kind: text('kind'),
    reason: text('reason'),
    grant: text('grant'),
    redirectUri: text('redirectUri'),
    count: typeof data['count'] === 'number' ? data['count'] : 1,
    requestId: text('requestId'),
  };
}
