import type { auditActions } from '../../../../client/constants.ts';
import type { Facts } from './facts.ts';

/**
 * A sentence with the places of names in braces: `{actor}`, `{user}`, `{who}` (a user, or the masked login ID of none), `{tenant}`,
 * `{app}`, `{name}` (the record in `data`), `{impersonator}`, `{provider}`, `{how}` (a method of signing in), `{fields}`, and
 * `{data.x}` for a text of the event's data. A function chooses between sentences; it never puts data into one by itself.
 */
export type Template = string | ((facts: Facts) => string);

/** The sentences of a language, one for each event that the server records. */
export type Sentences = Readonly<Record<(typeof auditActions)[number], Template>>;

/** The words of a language around the sentences. */
export interface Wording {
  quote(name: string): string;
  /** A user who no longer exists. */
  formerUser(id: string): string;
  tenant(id: string): string;
  project: string;
  /** The party that caused an event, by its type. Without a name for those that have none. */
  actors: Record<string, (name: string) => string>;
  actingAs(actor: string, user: string): string;
  /** An action that has no sentence, in readable form. */
  other(action: string, hasUser: boolean): string;
  /** Repeats of the same event. */
  times(count: number): string;
  /** Further events of the same kind. */
  more(count: number): string;
  /** The sentence about several events of one kind, by action. */
  groups: Record<string, (count: number) => string>;
}

/** Chooses between what users did themselves and what others did to them. */
export function own(bySelf: string, byOthers: string): (facts: Facts) => string {
  return (facts) => (facts.isSelf ? bySelf : byOthers);
}
