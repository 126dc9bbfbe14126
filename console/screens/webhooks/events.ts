/** What a webhook can ask for: these, or `user.*` and so on for all of a noun. */
export const eventsOf = {
  user: ['user.created', 'user.updated', 'user.deleted'],
  session: ['session.started', 'session.ended'],
  tenant: ['tenant.created', 'tenant.updated', 'tenant.deleted'],
} as const;

export const nouns = ['user', 'session', 'tenant'] as const;
