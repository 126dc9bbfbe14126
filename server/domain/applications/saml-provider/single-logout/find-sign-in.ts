import type { ProjectContext, ProjectData } from '../../../../core/context.ts';
import type { SamlName } from '../../../../protocols/saml/logout.ts';
import { findLiveSession } from '../../../sessions/sessions/live-session.ts';
import { findParticipant, findSessionByIndex } from './store.ts';

interface SignIn {
  browserSessionId: string;
  userId: string;
}

/** The session that a service provider wants to end. */
export type FoundSignIn =
  /** The session of the browser that brought the request. */
  | { where: 'here'; signIn: SignIn }
  /** A live session of another browser, or of this one after it has lost its cookie. */
  | { where: 'elsewhere'; signIn: SignIn }
  /** The browser's session belongs to a user whom the application does not mean. */
  | { where: 'otherUser' }
  | { where: 'nowhere' };

/** A request names the session of one browser; more than a few are a mistake. */
const maxIndexes = 10;

/**
 * Finds the session that a service provider means: the one that it names, or without a name the one of the browser, if the user there has the name
 * that the application got (saml-core §3.7.1).
 */
export async function findSignIn(
  ctx: ProjectContext,
  ssoAppId: string,
  {
    browser,
    nameId,
    sessionIndexes,
  }: { browser: SignIn | undefined; nameId: string; sessionIndexes: string[] },
): Promise<FoundSignIn> {
  if (sessionIndexes.length === 0)
    return browser ? byName(ctx, ssoAppId, browser, nameId) : { where: 'nowhere' };
  for (const sessionIndex of sessionIndexes.slice(0, maxIndexes)) {
    // Assertions from before migration 0076 have the ID of the session.
    const isOwnId = browser?.browserSessionId === sessionIndex;
    const id = isOwnId
      ? sessionIndex
      : await findSessionByIndex(ctx.db, ctx.project.id, { ssoAppId, sessionIndex });
    if (browser && id === browser.browserSessionId) return { where: 'here', signIn: browser };
    const session = id === undefined ? undefined : await findLiveSession(ctx, id);
    if (session?.userId)
      return { where: 'elsewhere', signIn: { browserSessionId: session.id, userId: session.userId } };
  }
  return { where: 'nowhere' };
}

async function byName(
  ctx: ProjectData,
  ssoAppId: string,
  browser: SignIn,
  nameId: string,
): Promise<FoundSignIn> {
  const { browserSessionId } = browser;
  const row = await findParticipant(ctx.db, ctx.project.id, { browserSessionId, ssoAppId });
  const known = row && (JSON.parse(row.name) as SamlName);
  if (known && nameId && known.value !== nameId) return { where: 'otherUser' };
  return { where: 'here', signIn: browser };
}
