import type { Alongside } from '../../../credentials/challenges/send.ts';
import type { answerExchange } from '../../../sessions/sessions/wire.ts';
import type { Flow, Outcome } from '../../hosted-pages/flow.ts';
import type { Input } from '../definitions/actions.ts';
import type { Interaction, ProjectFlow } from '../definitions/flow.ts';
import type { ExecutionState } from './execution.ts';
import type { FlowContext } from './flow-context.ts';
import type { FlowProblem } from './show-screen.ts';

/** The result of an interaction. */
export type Taken =
  | { kind: 'screen'; state: ExecutionState; problem?: FlowProblem }
  | { kind: 'otherSite'; url: string }
  | { kind: 'passkeyDialog'; creates: boolean; transactionId: string; options: object }
  /** The user has made the change, and their session goes on. */
  | { kind: 'changed' }
  | {
      kind: 'started';
      started: Extract<Outcome, { started: unknown }>['started'];
      firstSeen: boolean;
      visit: ExecutionState['visit'];
      idp?: Parameters<typeof answerExchange>[1]['grant']['idp'];
    };

export interface Acting {
  flow: Flow & { ctx: FlowContext };
  definition: ProjectFlow;
  state: ExecutionState;
  interaction: Interaction;
  interactionId: string;
  input: Input;
  /** Prepares to store the result in the transaction of the message that leads to it. */
  keeping?: ((taken: Taken) => Promise<Alongside>) | undefined;
}
