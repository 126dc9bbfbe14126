import type { ProjectContext } from '../../../../core/context.ts';
import { findConnectedTenant } from '../../../federation/sso/find-tenant.ts';
import type { Visit } from '../../hosted-pages/visit.ts';
import type { ScreenId } from '../screens/screens.ts';

/** Returns what a flow begins with at one of its first screens, before anything is typed. */
export function initialVisit(
  { project }: Pick<ProjectContext, 'project'>,
  screen: ScreenId,
  tenantId = '',
): Visit {
  const signsUp = screen === 'sign-up-or-in' && project.settings.hostedPages.signUp;
  return { loginId: '', ...(signsUp && { signUpOrIn: true }), ...(tenantId && { tenantId }) };
}

/** Finds the organization that the application names, if it has its own sign-in. An unknown one is nobody’s mistake here. */
export async function namedTenant(ctx: ProjectContext, tenant: string): Promise<string> {
  if (!tenant || !ctx.project.settings.hostedPages.signInMethods.includes('sso')) return '';
  return (await findConnectedTenant(ctx, tenant))?.id ?? '';
}
