import type { ProjectContext } from '../../../../core/context.ts';
import type { ProjectFlow } from '../definitions/flow.ts';

/**
 * Returns the project as a flow with its own choice of methods sees it: the methods of the flow that the project offers. Every step then
 * follows this choice, because it reads the settings of the project.
 */
export function offering<C extends Pick<ProjectContext, 'project'>>(
  ctx: C,
  { methods }: Pick<ProjectFlow, 'methods'>,
): C {
  if (!methods) return ctx;
  const { settings } = ctx.project;
  const { hostedPages } = settings;
  const signInMethods = methods.filter((method) => hostedPages.signInMethods.includes(method));
  const narrowed = { ...settings, hostedPages: { ...hostedPages, signInMethods } };
  return { ...ctx, project: { ...ctx.project, settings: narrowed } };
}
