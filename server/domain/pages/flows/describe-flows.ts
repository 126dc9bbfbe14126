import type { ProjectContext } from '../../../core/context.ts';
import { flows } from './definitions/flows.ts';
import { idpInitiated } from './definitions/shared-screens.ts';
import { targetLocales } from './screens/locales.ts';
import type { ScreenId } from './screens/screens.ts';

/** The facts about a flow that the component needs before it starts one. */
export interface FlowDescription {
  version: number;
  /** The screen that the component draws without a request. Absent if the first screen depends on the user. */
  startScreenId?: ScreenId;
  startScreenName?: string;
  /** The first that is met decides how the component begins. */
  conditions?: object[];
  /** In lowercase. Screens in other locales are in the project’s language, or in English. */
  targetLocales: string[];
}

/** Describes the flows of a project, by their ID. */
export async function describeFlows(
  ctx: Pick<ProjectContext, 'languages'>,
): Promise<Record<string, FlowDescription>> {
  const locales = targetLocales(ctx.languages);
  const described = [...flows.values()].map((flow) => {
    const { id, version, start, asksFirst, name } = flow;
    const screen = { startScreenId: start, startScreenName: name };
    const first = asksFirst ? {} : { ...screen, conditions: conditionsOf(start, name) };
    return [id, { version, ...first, targetLocales: locales }] as const;
  });
  return Object.fromEntries(described);
}

/** Lets a page that an identity provider has opened start at once, and every other one draw the first screen without a request. */
function conditionsOf(screenId: ScreenId, screenName: string): object[] {
  return [
    { key: idpInitiated, operator: 'is-true', met: { screenId: '', interactionId: idpInitiated } },
    { key: 'ELSE', met: { screenId, screenName, interactionId: 'ELSE' } },
  ];
}
