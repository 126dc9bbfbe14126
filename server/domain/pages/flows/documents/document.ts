import type { SignInMethod } from '../../../../core/hosted-pages.ts';
import type { ActionName } from '../definitions/actions.ts';
import type { FlowDefinition, FlowTexts, Next, ProjectFlow } from '../definitions/flow.ts';
import type { ScreenId } from '../screens/screens.ts';

export const documentFormat = 'latchkey-flow/1';

/** A flow as it is stored, exported and imported. `docs/flows.md` describes the format. */
export interface FlowDocument {
  format: typeof documentFormat;
  /** The ID of the built-in flow whose purpose it has. */
  base: string;
  start: ScreenId;
  methods?: SignInMethod[];
  texts?: FlowTexts;
  screens: Partial<Record<ScreenId, Record<string, { does: ActionName; to: Next[] }>>>;
}

/** The parts of a flow that its document does not contain. */
export interface FlowDetails {
  name: string;
  description: string;
  isDisabled: boolean;
}

/** Returns a built-in flow as the flow of a project. `changes`: how often an earlier flow with this ID was changed. */
export function unchanged(base: FlowDefinition, changes = 0): ProjectFlow {
  return {
    ...base,
    base: base.id,
    version: base.version + changes,
    isChanged: false,
    isDisabled: false,
    texts: {},
    changes,
  };
}

export function toDocument({ base, start, methods, texts, screens }: ProjectFlow): FlowDocument {
  const copied = Object.entries(screens).map(([screen, interactions = {}]) => {
    const copies = Object.entries(interactions).map(([id, { does, to }]) => [id, { does, to: [...to] }]);
    return [screen, Object.fromEntries(copies)];
  });
  return {
    format: documentFormat,
    base,
    start,
    ...(methods && { methods: [...methods] }),
    ...(Object.keys(texts).length > 0 && { texts }),
    screens: Object.fromEntries(copied),
  };
}
