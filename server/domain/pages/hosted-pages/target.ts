import type { ProjectContext } from '../../../core/context.ts';
import { withQuery } from '../../../core/url.ts';
import { askedLanguage } from '../../../http/language.ts';
import { isAllowedRedirect } from '../../project/projects/redirect-urls.ts';

/** The address that the browser returns to at the end. It is part of every step's address, and checked at each. */
export interface Target {
  /** The application's address, or an empty text to end on our own page. */
  redirectUrl: string;
  /** The application's state, returned unchanged. */
  state: string;
  /** Users who have a second factor must prove it, whatever the policies say. Anybody may ask for more. */
  secondFactor?: true;
  /** The SSO application for which the user signs in, by its ID. It is checked again when they come back to it. */
  application?: string;
  /** The language that the application asks for, by its tag. */
  locale?: string;
}

/** Enough for a sealed address of ours, which is longer than the addresses of applications. */
export const maxStateLength = 4_096;

type TargetQuery = Record<string, string | string[] | undefined>;

/** Reads the target. Returns `undefined` for an address that the project does not allow. */
export function readTarget(ctx: ProjectContext, query: TargetQuery): Target | undefined {
  const redirectUrl = query['redirectUrl'] || ctx.project.settings.hostedPages.redirectUrl;
  const state = query['state'] ?? '';
  // A parameter that occurs twice is a list, and choosing one of its values would be a guess.
  if (typeof redirectUrl !== 'string' || typeof state !== 'string') return undefined;
  if (state.length > maxStateLength) return undefined;
  if (redirectUrl !== '' && !isAllowedRedirect(ctx, redirectUrl)) return undefined;
  const { application } = query;
  const locale = askedLanguage(ctx.languages, query)?.tag;
  return {
    redirectUrl,
    state,
    ...(query['secondFactor'] === 'yes' && { secondFactor: true }),
    ...(typeof application === 'string' && application && { application: application.slice(0, 255) }),
    ...(locale && { locale }),
  };
}

export function targetQuery({
  redirectUrl,
  state,
  secondFactor,
  application,
  locale,
}: Target): Record<string, string> {
  return {
    ...(redirectUrl && { redirectUrl }),
    ...(state && { state }),
    ...(secondFactor && { secondFactor: 'yes' }),
    ...(application && { application }),
    ...(locale && { locale }),
  };
}

/** Returns the address with `state`, as in OAuth (RFC 6749 §4.1.2). */
export function backTo({ redirectUrl, state }: Target, parameters: Record<string, string>): string {
  return withQuery(redirectUrl, { ...parameters, ...(state && { state }) });
}
