import type { AuditEvent } from '../../../../client/client.ts';

/** The facts of an event that a sentence needs. */
export interface Facts {
  event: AuditEvent;
  /** The user did it themselves. */
  isSelf: boolean;
  /** The login ID of the user, or their name. Empty if the user no longer exists, or the event is about none. */
  userName: string;
  /** Returns a text of the event's data, or an empty one. */
  text(field: string): string;
  /** Returns a number of the event's data, or 0. */
  number(field: string): number;
  /** Returns the texts of a list in the event's data. */
  list(field: string): string[];
  /** Returns the new value of a field that was changed, or undefined. */
  changedTo(field: string): unknown;
}

export function factsOf(event: AuditEvent): Facts {
  // An instance of the release before sends no names.
  const { data, names = {}, userId, externalIds } = event;
  const changes = data['changes'];
  return {
    event,
    isSelf: event.actorType === 'user' && event.actorId === userId && event.actingAs === '',
    userName: userId ? (externalIds[0] ?? names[userId] ?? '') : '',
    text: (field) => (typeof data[field] === 'string' ? data[field] : ''),
    number: (field) => (typeof data[field] === 'number' ? data[field] : 0),
    list: (field) =>
      Array.isArray(data[field]) ? data[field].filter((value) => typeof value === 'string') : [],
    changedTo: (field) => {
      const change = isRecord(changes) ? changes[field] : undefined;
      return isRecord(change) ? change['to'] : undefined;
    },
  };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
