import type { Latchkey } from '../harness.ts';
import type { Arrangement } from './arrangements.ts';
import type { Person } from './people.ts';
import type { ScreenHtml } from './screen-html.ts';

/** The place of a person in a flow, as far as it decides what they do there. */
export interface Situation {
  readonly latchkey: Latchkey;
  readonly person: Person;
  readonly arrangement: Arrangement;
  screen: string;
  html: ScreenHtml;
  // biome-ignore lint/suspicious/noExplicitAny: the state of any screen.
  readonly state: any;
  // biome-ignore lint/suspicious/noExplicitAny: the options of a passkey.
  pending: { url?: string; webauthn?: any; creates?: boolean } | undefined;
  readonly isAtStart: boolean;
  readonly isSigningUp: boolean;
  comeBackFromSite(): Promise<object>;
}
