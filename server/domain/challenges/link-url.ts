import type { ProjectContext } from '../../core/context.ts';
import { ServiceError } from '../../core/errors.ts';
import { withQuery } from '../../core/url.ts';
import { isAllowedRedirect } from '../projects/redirect-urls.ts';

/** E011004 when a link would lead where the project sends nobody. */
export function checkLinkTarget(ctx: ProjectContext, target: string | undefined): void {
  if (target && !isAllowedRedirect(ctx, target)) {
    throw new ServiceError('E011004', 'URI is not one of the redirect URLs that the project allows');
  }
}

/** Which call spends the secret of a link. */
export type LinkKind = 'magic' | 'enchanted';

/** The address in a message: the integrator's page, or else our own, with the secret as `t`. */
export function linkUrl(
  ctx: ProjectContext,
  { target, kind, secret }: { target: string | undefined; kind: LinkKind; secret: string },
): string {
  return withQuery(target || ownLinkPage(ctx, kind), { t: secret });
}

/** The page that opens a link when the integrator has none. Built from the configured base address only. */
export function ownLinkPage(ctx: ProjectContext, kind: LinkKind): string {
  return withQuery(`${ctx.baseUrl}/verify`, { projectId: ctx.project.id, kind });
}
