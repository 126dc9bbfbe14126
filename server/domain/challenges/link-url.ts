import type { ProjectContext } from '../../core/context.ts';
import { ServiceError } from '../../core/errors.ts';
import { withQuery } from '../../core/url.ts';
import { isAllowedRedirect } from '../projects/redirect-urls.ts';

/** E011004 when a link would lead where the project sends nobody. */
export function checkLinkTarget(ctx: ProjectContext, target: string | undefined, field = 'URI'): void {
  if (target && !isAllowedRedirect(ctx, target)) {
    throw new ServiceError('E011004', `${field} is not one of the redirect URLs that the project allows`);
  }
}

/** Which call spends the secret of a link, or which page of ours asks for more than that. */
export type LinkKind = 'magic' | 'enchanted' | 'invite' | 'reset';

/** The address in a message: the integrator's page, or else our own, with the secret as `t`. */
export function linkUrl(
  ctx: ProjectContext,
  { target, kind, secret }: { target: string | undefined; kind: LinkKind; secret: string },
): string {
  return withQuery(target || ownLinkPage(ctx, kind), { t: secret });
}

/** The page that opens a link when the integrator has none. Built from the configured base address only. */
export function ownLinkPage(ctx: ProjectContext, kind: LinkKind): string {
  const projectId = ctx.project.id;
  if (kind === 'invite' || kind === 'reset') return withQuery(`${ctx.baseUrl}/${kind}`, { projectId });
  return withQuery(`${ctx.baseUrl}/verify`, { projectId, kind });
}
