import type { ProjectContext } from '../../../core/context.ts';
import type { ProjectFlow } from './definitions/flow.ts';
import { idpInitiated } from './definitions/shared-screens.ts';
import { listProjectFlows } from './documents/load-flows.ts';
import { targetLocales } from './screens/locales.ts';
import { addressOf } from './screens/screens.ts';

/** The facts about a flow that the component needs before it starts one. */
export interface FlowDescription {
  version: number;
  /** The screen that the component draws without a request. Absent if the first screen depends on the user. */
  startScreenId?: string;
  startScreenName?: string;
  /** The first that is met decides how the component begins. */
  conditions?: object[];
  /** In lowercase. Screens in other locales are in the project’s language, or in English. */
  targetLocales: string[];
}

/** Describes the flows of a project that can be started, by their ID. */
export async function describeFlows(ctx: ProjectContext): Promise<Record<string, FlowDescription>> {
  const locales = targetLocales(ctx.languages);
  const enabled = (await listProjectFlows(ctx)).filter(({ isDisabled }) => !isDisabled);
  const described = enabled.map((flow) => {
    const { id, version, start, asksFirst, name } = flow;
    const first = asksFirst
      ? {}
      : { startScreenId: addressOf(flow, start), startScreenName: name, ...conditionsOf(flow) };
    return [id, { version, ...first, targetLocales: locales }] as const;
  });
  return Object.fromEntries(described);
}

/** Lets a page that an identity provider has opened start at once, and every other one draw the first screen without a request. */
function conditionsOf(flow: ProjectFlow): { conditions?: object[] } {
  const { start, screens, name: screenName } = flow;
  if (!Object.hasOwn(screens[start] ?? {}, idpInitiated)) return {};
  const screenId = addressOf(flow, start);
  return {
    conditions: [
      { key: idpInitiated, operator: 'is-true', met: { screenId: '', interactionId: idpInitiated } },
      { key: 'ELSE', met: { screenId, screenName, interactionId: 'ELSE' } },
    ],
  };
}
