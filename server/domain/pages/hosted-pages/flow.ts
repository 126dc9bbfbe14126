import type { ProjectContext } from '../../../core/context.ts';
import type { LimitKind } from '../../../core/rate-limits.ts';
import { withQuery } from '../../../core/url.ts';
import type { Language } from '../../../http/language.ts';
import type { Html } from '../../../http/page.ts';
import type { StartedSession } from '../../sessions/sessions/start-session.ts';
import type { Texts } from './languages/text.ts';
import { type Target, targetQuery } from './target.ts';
import type { Visit } from './visit.ts';

/** Counts a request like a call of the API of that kind, and refuses one too many. */
export type CountRequest = (ctx: ProjectContext, kind: LimitKind) => void;

/** One request of somebody who is signing in on our pages. */
export interface Flow {
  ctx: ProjectContext;
  language: Language;
  words: Texts;
  target: Target;
  visit: Visit;
  /** What is shown or was sent. */
  step: StepName;
  count: (kind: LimitKind) => void;
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
  | 'done';

/** What a form leads to. */
export type Outcome =
  | { step: StepName; visit: Visit }
  | { started: StartedSession; firstSeen: boolean }
  | { url: string }
  /** For the script of the page. */
  | { data: object };

export interface View {
  title: string;
  body: Html;
  /** It has a script of ours, which may ask us. */
  hasScript?: boolean;
}

export interface Step {
  show(flow: Flow): View | Promise<View>;
  act?(flow: Flow, form: Record<string, string>): Outcome | Promise<Outcome>;
  /** What the browser brings back that was sent elsewhere from here; `undefined`: nothing, so the step is shown. */
  receive?(flow: Flow, query: Record<string, string>): Outcome | undefined;
  /** Absent: it always is. */
  isOffered?(ctx: ProjectContext): boolean;
  /** What has to be known before. */
  needs?: keyof Visit;
}

export const loginPath = '/login';

/** Every step has an address of its own, so that going back goes back one step. */
export function urlOf({ ctx, target }: Pick<Flow, 'ctx' | 'target'>, step: StepName): string {
  const path = `${loginPath}/${ctx.project.id}${step === 'start' ? '' : `/${step}`}`;
  const { pathname, search } = new URL(withQuery(`${ctx.baseUrl}${path}`, targetQuery(target)));
  return pathname + search;
}

/** What went wrong at the step that is shown. */
export function problemText({ visit, words, step }: Flow): string | undefined {
  const { problem } = visit;
  return problem?.step === step ? words.problems[problem.name](problem) : undefined;
}

/** The step went well: what was wrong before is forgotten. */
export function went(visit: Visit, changes: Partial<Visit> = {}): Visit {
  const { problem: _, ...rest } = visit;
  return { ...rest, ...changes };
}
