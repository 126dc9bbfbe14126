import { eventTypes } from '../../../client/constants.ts';

export type WebhookEvent = (typeof eventTypes)[number];
type NounOf<Event> = Event extends `${infer Noun}.${string}` ? Noun : never;
export type Noun = NounOf<WebhookEvent>;

/** The nouns of the events. A webhook can also subscribe to all events of one, as `user.*`. */
export const nouns = [...new Set(eventTypes.map((event) => event.split('.')[0] as Noun))];

export function eventsOf(noun: Noun): WebhookEvent[] {
  return eventTypes.filter((event) => event.startsWith(`${noun}.`));
}
