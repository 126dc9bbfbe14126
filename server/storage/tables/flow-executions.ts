import type { Flag, Moment } from './columns.ts';

export interface FlowExecutionsTables {
  flowExecutions: FlowExecutionsTable;
}

/** A run of a flow in one browser, from its first interaction on. */
interface FlowExecutionsTable {
  projectId: string;
  /** The part of the execution’s ID after `|#|`. It is no secret: addresses contain it. */
  id: string;
  flowId: string;
  /** The screen, and the data that the steps carry. */
  sealedState: string;
  /** The number of changes of the state: each interaction, and a link that was opened elsewhere. */
  sequence: number;
  /** SHA-256 of the nonce that the next request must bring. */
  nonceHash: string;
  /** SHA-256 of the nonce that the last request brought. */
  spentNonceHash: string;
  /** SHA-256 of the last request, which gets its answer again. */
  requestHash: string;
  /** When the last request began, until it is answered. 0: it is answered. */
  workingSince: Moment;
  /** The answer to the last request, with the next nonce. Empty: there is none yet, or it is no longer given. */
  sealedAnswer: string;
  answeredAt: Moment;
  /** The flow is at its end. */
  isCompleted: Flag;
  /** The session that the flow began with or has started. Empty: none. */
  sessionId: string;
  /** The user of that session. */
  userId: string | null;
  createdAt: Moment;
  expiresAt: Moment;
}
