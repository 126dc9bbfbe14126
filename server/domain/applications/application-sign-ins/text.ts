import type { AppFinding } from './finding.ts';
import type { AppEvent } from './list-sign-ins.ts';

/** A fact, and the remedy that an administrator has. */
export type Sentence = readonly [sentence: string, remedy?: string];

type Refusals = Record<string, (event: AppEvent) => Sentence>;

export interface Texts {
  findings: Record<AppFinding['code'], (detail: string) => Sentence>;
  /** `own`: a token for the application itself. */
  events: Record<'signedIn' | 'device' | 'own' | 'logoutFailed', () => Sentence>;
  /** By the kind of the event. For others there is a sentence about the cause. */
  oidc: Refusals;
  saml: Refusals;
  repeated: (count: number) => string;
}
