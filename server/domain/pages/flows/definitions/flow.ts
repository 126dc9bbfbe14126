import type { SignInMethod } from '../../../../core/hosted-pages.ts';
import type { ScreenId } from '../screens/screens.ts';
import type { ActionName } from './actions.ts';

/**
 * A result of an interaction: a screen, another site, the browser’s own dialog for passkeys, or the end, which starts a
 * session. A refusal stays on its screen, and says why there.
 */
export type Next = ScreenId | 'otherSite' | 'passkeyDialog' | 'done';

export interface Interaction {
  does: ActionName;
  to: readonly Next[];
}

/** A flow as data. `check-flow.ts` checks it when the server starts. */
export interface FlowDefinition {
  /** Without `_`, which separates the execution’s ID in addresses. */
  id: string;
  name: string;
  description: string;
  /** Raised when the first screen changes, because the component may have drawn an earlier one. */
  version: number;
  start: ScreenId;
  /** The first screen depends on the user, so that the component asks for it before it draws anything. */
  asksFirst?: true;
  /** The first screen of a flow with `asksFirst` can also be one of these. */
  startsAt?: readonly ScreenId[];
  /** The screens at which a changed flow can start instead. */
  canStartAt?: readonly ScreenId[];
  /**
   * The flow runs in the session of a signed-in user, and ends with it: when the session is revoked, or the user disabled or deleted. It
   * raises the session by a proof, or changes the account, or the tenant that the page names.
   */
  session?: 'raised' | 'account' | 'tenant';
  /** The custom attribute that the flow changes. */
  attribute?: string;
  /** The settings of the tenant that the first screen shows. */
  shows?: 'passwordPolicy' | 'sessionSettings';
  /** The interactions of each screen, by their ID. */
  screens: Partial<Record<ScreenId, Record<string, Interaction>>>;
}

/** Texts by screen, element and language. */
export type FlowTexts = Partial<Record<ScreenId, Record<string, Record<string, string>>>>;

/** A flow of a project: a built-in one, a built-in one that the project has changed, or a duplicate. */
export interface ProjectFlow extends FlowDefinition {
  /** The built-in flow whose purpose it has. */
  base: string;
  /** The project has changed it. Its screens then have IDs of their own. */
  isChanged: boolean;
  isDisabled: boolean;
  /** The order and choice of the ways to sign in. Absent: the project’s. */
  methods?: readonly SignInMethod[];
  texts: FlowTexts;
  /** The number of changes to the flow with this ID. */
  changes: number;
}
