import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { withQuery } from '../../../core/url.ts';
import { isAllowedRedirect } from '../../project/projects/redirect-urls.ts';

/** The integrator's page; or our own, which goes on to where `own` says, or nowhere. */
export type LinkTarget = string | { own: Record<string, string> } | undefined;

/** E011004 when a link would lead where the project sends nobody. */
export function checkLinkTarget(ctx: ProjectContext, target: LinkTarget, field = 'URI'): void {
  if (typeof target === 'string' && target !== '' && !isAllowedRedirect(ctx, target)) {
    throw new ServiceError('E011004', `${field} is not one of the redirect URLs that the project allows`);
  }
}

/** Which call spends the secret of a link, or which page of ours asks for more than that. */
export type LinkKind = 'magic' | 'enchanted' | 'invite' | 'reset';

/** The address in a message: the integrator's page, or else our own, with the secret as `t`. */
export function linkUrl(
  ctx: ProjectContext,
  { target, kind, secret }: { target: LinkTarget; kind: LinkKind; secret: string },
): string {
  if (typeof target === 'string' && target !== '') return withQuery(target, { t: secret });
  const own = typeof target === 'object' ? target.own : {};
  return withQuery(ownLinkPage(ctx, kind), { ...own, t: secret });
}

/** The page that opens a link when the integrator has none. Built from the configured base address only. */
export function ownLinkPage(ctx: ProjectContext, kind: LinkKind): string {
  const projectId = ctx.project.id;
  if (kind === 'invite' || kind === 'reset') return withQuery(`${ctx.baseUrl}/${kind}`, { projectId });
  return withQuery(`${ctx.baseUrl}/verify`, { projectId, kind });
}
