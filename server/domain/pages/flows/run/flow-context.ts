import type { ProjectContext, UserContext } from '../../../../core/context.ts';
import type { LimitKind } from '../../../../core/rate-limits.ts';
import type { Flow } from '../../hosted-pages/flow.ts';
import type { FindEndpoint } from '../../tenant/call.ts';
import { languageFor } from '../screens/locales.ts';
import type { ExecutionState } from './execution.ts';
import { placeOf, textIn } from './page.ts';
import { stepOf } from './screen-steps.ts';

/** The caller of a flow: a browser on the application’s page. */
export type FlowContext = ProjectContext & {
  count(kind: LimitKind): Promise<void>;
  signedInUser(): Promise<UserContext>;
  find: FindEndpoint;
};

/** Returns a sign-in as the steps of the hosted pages see it. */
export function flowOf(
  ctx: FlowContext,
  { id, flowId, state }: { id: string; flowId: string; state: ExecutionState },
  input: Record<string, unknown> = {},
): Flow & { ctx: FlowContext } {
  const language = languageFor(ctx, state.locale);
  const origin = textIn(input, 'origin') || state.page.origin;
  return {
    ctx,
    language,
    words: language.texts.hostedPages,
    target: { redirectUrl: '', state: '' },
    visit: state.visit,
    step: stepOf(state.screen),
    count: (kind) => ctx.count(kind),
    place: placeOf(state, { flowId, id, origin }),
  };
}
