import type { Flag, Moment } from './columns.ts';

export interface FlowsTables {
  flows: FlowsTable;
}

/** A flow that a project has changed or duplicated. */
interface FlowsTable {
  projectId: string;
  id: string;
  /** Raised with each change. The row of a deleted flow stays, so that a later flow with this ID has a higher version. */
  version: number;
  name: string;
  description: string;
  /** JSON. Empty: the flow is deleted. */
  document: string;
  isDisabled: Flag;
  updatedAt: Moment;
}
