import type { ProjectContext } from '../../../core/context.ts';
import { withQuery } from '../../../core/url.ts';
import { isAllowedRedirect } from '../../project/projects/redirect-urls.ts';

/** Where the browser goes when it is done. It travels in the address of every step, and is checked at each. */
export interface Target {
  /** Empty: nowhere, a page of ours says that it is done. */
  redirectUrl: string;
  /** The application's own, given back as it came. */
  state: string;
}

const maxStateLength = 2_048;

type Query = Record<string, string | string[] | undefined>;

/** `undefined`: to where the project sends nobody. */
export function readTarget(ctx: ProjectContext, query: Query): Target | undefined {
  const redirectUrl = query['redirectUrl'] || ctx.project.settings.hostedPages.redirectUrl;
  const state = query['state'] ?? '';
  // A parameter that stands twice is a list: which one counts must not be a guess.
  if (typeof redirectUrl !== 'string' || typeof state !== 'string') return undefined;
  if (state.length > maxStateLength) return undefined;
  if (redirectUrl !== '' && !isAllowedRedirect(ctx, redirectUrl)) return undefined;
  return { redirectUrl, state };
}

export function targetQuery({ redirectUrl, state }: Target): Record<string, string> {
  return { ...(redirectUrl && { redirectUrl }), ...(state && { state }) };
}

/** With `state`, as OAuth has it (RFC 6749 §4.1.2). */
export function backTo({ redirectUrl, state }: Target, parameters: Record<string, string>): string {
  return withQuery(redirectUrl, { ...parameters, ...(state && { state }) });
}
