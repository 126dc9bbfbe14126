import type { ProjectContext } from '../../../core/context.ts';
import { editableAttributes } from '../account/editable.ts';
import type { FlowDefinition } from './definitions/flow.ts';
import { flows } from './definitions/flows.ts';
import { attributeFlow, fileOfScreen } from './definitions/profile-flows.ts';
import { targetLocales } from './screens/locales.ts';

/** The facts about a flow that the component needs before it starts one. */
export interface FlowDescription {
  version: number;
  /** The screen that the component draws without a request. Absent if the first screen depends on the user. */
  startScreenId?: string;
  startScreenName?: string;
  /** In lowercase. Screens in other locales are in the project’s language, or in English. */
  targetLocales: string[];
}

/** Returns the flows of a project. Each custom attribute that users may change has one. */
export async function flowsOf(ctx: ProjectContext): Promise<FlowDefinition[]> {
  const attributes = await editableAttributes(ctx);
  return [...flows.values(), ...attributes.map(({ name }) => attributeFlow(name))];
}

/** Describes the flows of a project, by their ID. */
export async function describeFlows(ctx: ProjectContext): Promise<Record<string, FlowDescription>> {
  const locales = targetLocales(ctx.languages);
  const described = (await flowsOf(ctx)).map((flow) => {
    const { id, version, start, asksFirst, name } = flow;
    const first = asksFirst ? {} : { startScreenId: fileOfScreen(id, start), startScreenName: name };
    return [id, { version, ...first, targetLocales: locales }] as const;
  });
  return Object.fromEntries(described);
}
