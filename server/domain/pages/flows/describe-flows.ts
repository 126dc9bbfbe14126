import type { ProjectContext } from '../../../core/context.ts';

interface DescribedFlow {
  version: number;
  startScreenId?: string;
  startScreenName?: string;
  /** Lower case, for each language and its regions. */
  targetLocales: string[];
}

/** Describes the flows of a project by their IDs. */
export async function describeFlows(
  _ctx: Pick<ProjectContext, 'languages'>,
): Promise<Record<string, DescribedFlow>> {
  const flow = { version: 1, startScreenId: 'email', startScreenName: 'Sign in', targetLocales: [] };
  return Object.fromEntries(['sign-up-or-in', 'sign-in', 'sign-up', 'step-up'].map((id) => [id, flow]));
}
