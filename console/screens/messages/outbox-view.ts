/** The view state in the address. Filters have the API's names. */
export const outboxDefaults = {
  status: '',
  channel: '',
  kind: '',
  recipient: '',
  userId: '',
  range: '30d',
  from: 0,
  to: 0,
  before: '',
  /** The ID of the message whose details are open. */
  message: '',
};

export type OutboxView = typeof outboxDefaults;

/** Reports whether any filter except the time is set. */
export function isFiltered({ status, channel, kind, recipient, userId }: OutboxView): boolean {
  return [status, channel, kind, recipient, userId].some((value) => value !== '');
}
