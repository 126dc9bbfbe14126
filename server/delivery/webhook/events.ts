/** What integrators are told of, by the action of the audit event that says that it happened. */
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

export const eventTypes = [...new Set(Object.values(typeOfAction))];

/** What a webhook can ask for: a type, or all of a noun. */
export const eventFilters = [
  ...eventTypes,
  ...new Set(eventTypes.map((type) => `${type.slice(0, type.indexOf('.'))}.*`)),
];

export function eventTypeOf(action: string): string | undefined {
  return Object.hasOwn(typeOfAction, action) ? typeOfAction[action] : undefined;
}

/** No filter: everything. */
export function wantsEvent(filters: readonly string[], type: string): boolean {
  const ofNoun = `${type.slice(0, type.indexOf('.'))}.*`;
  return filters.length === 0 || filters.includes(type) || filters.includes(ofNoun);
}
