import type { ProjectContext } from '../../../core/context.ts';
import { listPasskeys } from '../../credentials/passkeys/list-passkeys.ts';
import { totpCreatedAt } from '../../credentials/totp/created-at.ts';
import type { StartedSession } from '../../sessions/sessions/start-session.ts';
import { factorsForChange } from '../../sessions/sign-in-policy/factors-for-change.ts';
import { missingFactors } from '../hosted-pages/second-factors.ts';

/** The time after a sign-in in which sensitive changes are possible. */
const recentMs = 10 * 60_000;

/** The session in which a user changes their account. */
export type Changing = Pick<StartedSession, 'session' | 'user'>;

/**
 * Reports whether the user has just signed in, with what the sign-in policy demands for a change, as the API requires it, and with two
 * factors if they had two: otherwise a person who knows the password could remove the second one. Where no policy demands it, a factor
 * that the user has set up since the sign-in need not be proven again. `otherOrigin`: the page on which the user makes the change.
 */
export async function isRecent(
  ctx: ProjectContext,
  browser: Changing,
  { otherOrigin }: { otherOrigin?: string } = {},
): Promise<boolean> {
  const { session, user } = browser;
  if (session.createdAt <= ctx.now() - recentMs) return false;
  if ((await factorsForChange(ctx, browser)).length > 0) return false;
  const own = new URL(ctx.baseUrl).origin;
  // The other origin is a claim, so that it can only add a factor: passkeys that do not work on our pages may work there.
  const origins = otherOrigin && otherOrigin !== own ? [own, otherOrigin] : [own];
  const missing = await Promise.all(
    origins.map((origin) => missingFactors({ ctx, place: { origin } }, browser)),
  );
  if (missing.every((factors) => factors.length === 0)) return true;
  const passkeys = user.hasPasskey ? await listPasskeys(ctx, user.id) : [];
  const totpAt = user.hasTotp ? await totpCreatedAt(ctx, user.id) : undefined;
  const times = [...passkeys.map(({ createdAt }) => createdAt), totpAt ?? session.createdAt];
  return times.every((time) => time >= session.createdAt);
}
