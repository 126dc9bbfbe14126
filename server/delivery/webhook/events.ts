/** The event types for integrators, by the action of the audit event. */
const typeOfAction: Record<string, string> = {
  UserCreated: 'user.created',
  UserModified: 'user.updated',
  UserDeleted: 'user.deleted',
  LoginSucceed: 'session.started',
  Logout: 'session.ended',
  RefreshReused: 'session.ended',
  TenantCreated: 'tenant.created',
  TenantModified: 'tenant.updated',
  TenantDeleted: 'tenant.deleted',
};

/** Sent on request only, so no webhook subscribes to it. */
export const testEventType = 'webhook.test';

export const eventTypes = [...new Set(Object.values(typeOfAction))];

/** The filters of a webhook: a type, or all types of a noun. */
export const eventFilters = [
  ...eventTypes,
  ...new Set(eventTypes.map((type) => `${type.slice(0, type.indexOf('.'))}.*`)),
];

export function eventTypeOf(action: string): string | undefined {
  return Object.hasOwn(typeOfAction, action) ? typeOfAction[action] : undefined;
}

/** Without filters, a webhook receives every event. */
export function wantsEvent(filters: readonly string[], type: string): boolean {
  const ofNoun = `${type.slice(0, type.indexOf('.'))}.*`;
  return filters.length === 0 || filters.includes(type) || filters.includes(ofNoun);
}
