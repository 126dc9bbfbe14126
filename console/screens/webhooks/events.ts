/** The events that a webhook can subscribe to. `user.*` and so on cover all events of a noun. */
export const eventsOf = {
  user: ['user.created', 'user.updated', 'user.deleted'],
  session: ['session.started', 'session.ended'],
  tenant: ['tenant.created', 'tenant.updated', 'tenant.deleted'],
} as const;

export const nouns = ['user', 'session', 'tenant'] as const;
