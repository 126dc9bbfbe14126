import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { withQuery } from '../../../core/url.ts';
import { isAllowedRedirect } from '../../project/projects/redirect-urls.ts';

/** The integrator's page, or our own page with a page to continue to in `own`. */
export type LinkTarget = string | { own: Record<string, string> } | undefined;

/** Throws E011004 if the link leads to an address that the project does not allow. */
export function checkLinkTarget(ctx: ProjectContext, target: LinkTarget, field = 'URI'): void {
  if (typeof target === 'string' && target !== '' && !isAllowedRedirect(ctx, target)) {
    throw new ServiceError(
      'E011004',
      `${field} is not on the project’s list of redirect URLs. Add it to the list, or use a URL that is on it`,
    );
  }
}

/** The call that spends the secret of a link, or the page of ours that first requires more input. */
export type LinkKind = 'magic' | 'enchanted' | 'invite' | 'reset';

/** Returns the address in a message: the integrator's page, or our own, with the secret as `t`. */
export function linkUrl(
  ctx: Pick<ProjectContext, 'baseUrl' | 'project'>,
  { target, kind, secret }: { target: LinkTarget; kind: LinkKind; secret: string },
): string {
  if (typeof target === 'string' && target !== '') return withQuery(target, { t: secret });
  const own = typeof target === 'object' ? target.own : {};
  return withQuery(ownLinkPage(ctx, kind), { ...own, t: secret });
}

/** The page that opens a link when the integrator has none. Built from the configured base address only. */
export function ownLinkPage(ctx: Pick<ProjectContext, 'baseUrl' | 'project'>, kind: LinkKind): string {
  const projectId = ctx.project.id;
  if (kind === 'invite' || kind === 'reset') return withQuery(`${ctx.baseUrl}/${kind}`, { projectId });
  return withQuery(`${ctx.baseUrl}/verify`, { projectId, kind });
}
