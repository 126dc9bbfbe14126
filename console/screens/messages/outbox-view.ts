/** The view in the address; the filters are called as in the API. */
export const outboxDefaults = {
  tab: 'outbox',
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

/** Narrowed by more than time. */
export function isFiltered({ status, channel, kind, recipient, userId }: OutboxView): boolean {
  return [status, channel, kind, recipient, userId].some((value) => value !== '');
}
