/** A handler of an event, or the answer to a question: `on` and `answer` (event.ts) create it with its types checked. */
export interface Reaction {
  to: object;
  handle: (ctx: never, payload: never) => Promise<unknown>;
}

/** The handlers of each event, in the order in which they run. `happen` and `ask` (event.ts) call them. */
export type Reactions = ReadonlyMap<object, readonly Reaction[]>;
