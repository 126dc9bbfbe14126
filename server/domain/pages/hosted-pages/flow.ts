import type { ProjectContext } from '../../../core/context.ts';
import type { Language } from '../../../core/languages/language.ts';
import type { Texts } from '../../../core/languages/texts.ts';
import type { LimitKind } from '../../../core/rate-limits.ts';
import { withQuery } from '../../../core/url.ts';
import type { Html } from '../../../http/page.ts';
import type { LinkTarget } from '../../credentials/challenges/link-url.ts';
import type { Alongside } from '../../credentials/challenges/send.ts';
import type { StartedSession } from '../../sessions/sessions/start-session.ts';
import { textOfProblem } from './problem-text.ts';
import { type Target, targetQuery } from './target.ts';
import type { Visit } from './visit.ts';

/** The page on which a user signs in: one of ours, or one of the application's (`pages/flows`). */
export interface Place {
  /** Our own page checks where the browser goes in the end. Any other address must be on the project's list. */
  isOwn: boolean;
  /** The origin of passkeys. */
  origin: string;
  /** The browser can create passkeys. Absent: the page finds out. */
  offersPasskeys?: boolean;
  /** The target of links in messages. */
  linkTarget: LinkTarget;
  /** The execution that alone can use what another site sends back. Absent: anyone who has the code. */
  collectedBy?: string;
  /** Returns the address at which another site lets the browser go on with a step. */
  returnTo(step: StepName): string;
}

/** One request of a user who is signing in. */
export interface Flow {
  ctx: ProjectContext;
  language: Language;
  words: Texts['hostedPages'];
  target: Target;
  visit: Visit;
  /** The step that is shown or was submitted. */
  step: StepName;
  count: (kind: LimitKind) => Promise<void>;
  place: Place;
  /**
   * Prepares to store the outcome of a step that sends a message, which the step then must not change. The result is part of the transaction
   * that sends it. Absent: the caller keeps the outcome in its own way.
   */
  keeping?(outcome: Outcome): Promise<Alongside>;
}

export type StepName =
  | 'start'
  | 'sign-up'
  | 'password'
  | 'new-password'
  | 'reset-sent'
  | 'code'
  | 'link'
  | 'authenticator'
  | 'enrol'
  | 'sso'
  | 'oauth'
  | 'passkey'
  | 'choose'
  | 'second-factor'
  | 'add-factor'
  | 'add-passkey'
  | 'offer-passkey'
  | 'done';

/** The result of a form. */
export type Outcome =
  | { step: StepName; visit: Visit }
  /** `visit` replaces the visit, if the sign-in is not at its end. */
  | { started: StartedSession; firstSeen: boolean; visit?: Visit }
  | { url: string }
  /** Data for the script of the page. */
  | { data: object };

export interface View {
  title: string;
  body: Html;
}

export interface Step {
  show(flow: Flow): View | Promise<View>;
  act?(flow: Flow, form: Record<string, string>): Outcome | Promise<Outcome>;
  /** Handles a browser that returns from another site. `undefined`: it brings nothing, so the step is shown. */
  receive?(flow: Flow, query: Record<string, string>): Outcome | undefined | Promise<Outcome | undefined>;
  /** Absent for steps that are always offered. */
  isOffered?(flow: Pick<Flow, 'ctx' | 'visit' | 'place'>): boolean;
  /** The part of the visit that the step requires. */
  needs?: keyof Visit;
}

export const loginPath = '/login';

/** Returns the address of a step. Every step has its own, so that going back goes back one step. */
export function urlOf({ ctx, target }: Pick<Flow, 'ctx' | 'target'>, step: StepName): string {
  const path = `${loginPath}/${ctx.project.id}${step === 'start' ? '' : `/${step}`}`;
  const { pathname, search } = new URL(withQuery(`${ctx.baseUrl}${path}`, targetQuery(target)));
  return pathname + search;
}

/** A page with its origin, which decides whether its passkeys work. */
export interface AtPlace {
  ctx: ProjectContext;
  place: Pick<Place, 'origin'>;
}

export function ownPlace(flow: Pick<Flow, 'ctx' | 'target'>): Place {
  const { baseUrl } = flow.ctx;
  return {
    isOwn: true,
    origin: new URL(baseUrl).origin,
    // Our page opens the link, and continues to the address where this browser would have gone.
    linkTarget: { own: targetQuery(flow.target) },
    returnTo: (step) => new URL(urlOf(flow, step), baseUrl).href,
  };
}

/** Returns the problem of the shown step, in words. */
export function problemText({ visit, language, step }: Flow): string | undefined {
  const { problem } = visit;
  return problem?.step === step ? textOfProblem(language, problem) : undefined;
}

/** Returns the visit after a successful step, without its earlier problem. */
export function went(visit: Visit, changes: Partial<Visit> = {}): Visit {
  const { problem: _, ...rest } = visit;
  return { ...rest, ...changes };
}
