import type { ProjectContext, ServiceContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { transaction } from '../../../storage/transaction.ts';
import { deleteSecondFactors } from '../../credentials/accounts/delete-second-factors.ts';
import type { NewChallenge } from '../../credentials/challenges/challenge.ts';
import { newLink, nextSlot, withdrawChallenges } from '../../credentials/challenges/issue.ts';
import { findLink, spendLink } from '../../credentials/challenges/spend.ts';
import { deletePassword } from '../../credentials/passwords/delete-password.ts';
import { changeUser } from '../../directory/users/change-user.ts';
import { createUser } from '../../directory/users/create-user.ts';
import { findUserId } from '../../directory/users/load-user.ts';
import { patchUser } from '../../directory/users/update-user.ts';
import { lockProject } from '../../project/projects/load-project.ts';
import { endSessionsOf } from '../../sessions/sessions/end-session.ts';
import { plainSignInOptions } from '../../sessions/sessions/sign-in-options.ts';
import { type StartedSession, startSession } from '../../sessions/sessions/start-session.ts';
import { enterAdministration } from './administration-project.ts';
import { hasOwner, listOwnerIds } from './store.ts';

const lifetimeMs = 24 * 60 * 60_000;

const challenge: NewChallenge<'firstOwner'> = {
  purpose: 'firstOwner',
  userId: '',
  loginId: '',
  channel: '',
  address: '',
  details: {},
  terms: plainSignInOptions,
};

/** Each start of an instance adds a link. The earlier ones stay valid, up to so many. */
const slots = Array.from({ length: 10 }, (_, index) => `first-owner${index === 0 ? '' : ` ${index}`}`);

/** Creates the secret of a link for the first owner, unless an owner can sign in. The first link used ends the others. */
export async function makeFirstLink(service: ServiceContext): Promise<string | undefined> {
  const ctx = await enterAdministration(service, { id: 'start', remoteAddress: '', userAgent: '' });
  return transaction(ctx, async (ctx) => {
    await lockProject(ctx, ctx.project.id);
    if (await hasOwner(ctx.db, ctx.project.id)) return undefined;
    const link = newLink(ctx, challenge, { slot: await nextSlot(ctx, slots), lifetimeMs });
    await link.keep(ctx);
    return link.secret;
  });
}

/**
 * Spends the link: creates and signs in the first owner, who must then choose how to sign in from now on. An owner who was
 * created before and did not finish is signed out; with the same login ID they start again.
 */
export async function spendFirstLink(
  ctx: ProjectContext,
  { token, loginId, name }: { token: string; loginId: string; name: string },
): Promise<StartedSession> {
  const acting: ProjectContext = { ...ctx, actor: { type: 'setupLink', id: 'first-owner' } };
  return transaction(acting, async (ctx) => {
    await lockProject(ctx, ctx.project.id);
    const link = await findLink(ctx, token).catch(unlessVoid);
    if (link?.purpose !== 'firstOwner' || (await hasOwner(ctx.db, ctx.project.id))) throw isVoid();
    await spendLink(ctx, token);
    await withdrawChallenges(ctx, { userId: '', exceptSlot: '', purpose: 'firstOwner' });
    for (const id of await listOwnerIds(ctx.db, ctx.project.id)) await endSessionsOf(ctx, id);
    const existing = await findUserId(ctx, loginId);
    const userId = existing
      ? await beginAnew(ctx, existing, name)
      : (await createUser(ctx, { loginId, name, roleNames: ['owner'] })).id;
    return startSession(ctx, { userId, amr: ['embedded'], method: 'firstlink' });
  });
}

async function beginAnew(ctx: ProjectContext, userId: string, name: string): Promise<string> {
  await patchUser(ctx, userId, { name, status: 'enabled', roleNames: ['owner'] });
  await changeUser(ctx, userId, async (ctx) => {
    await deleteSecondFactors(ctx, { userId });
    await deletePassword(ctx, { userId });
  });
  await withdrawChallenges(ctx, { userId, exceptSlot: '' });
  await endSessionsOf(ctx, userId);
  return userId;
}

/** Leaves the refusal to the caller, who knows how to get another link. */
function unlessVoid(error: unknown): undefined {
  if (!(error instanceof ServiceError) || error.code !== 'E062504') throw error;
}

function isVoid(): ServiceError {
  return new ServiceError(
    'E062504',
    'The link is no longer valid, because it or another one was used, or it is older than a day. Run `latchkey administrator link` on the server to get another',
  );
}
