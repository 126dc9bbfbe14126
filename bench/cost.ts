import type { Recipe, Step } from './recipe.ts';

/** What one request costs the machine, whoever writes the code. */
export interface Cost {
  reads: number;
  writes: number;
  transactions: number;
  /** How often the request waits until something is on the disk. */
  syncs: number;
  signatures: number;
  verifications: number;
}

type Statement = Extract<Step, { kind: 'statement' }>;

export function costOf({ steps }: Recipe): Cost {
  const cost: Cost = { reads: 0, writes: 0, transactions: 0, syncs: 0, signatures: 0, verifications: 0 };
  let wroteInTransaction: boolean | undefined;
  for (const step of steps) {
    if (step.kind === 'sign') cost.signatures += 1;
    else if (step.kind === 'verify') cost.verifications += 1;
    else if (step.kind === 'durable') cost.syncs += 1;
    else if (isBegin(step)) wroteInTransaction = false;
    else if (isCommit(step)) {
      cost.transactions += 1;
      if (wroteInTransaction && isPostgres(step, steps)) cost.syncs += 1;
      wroteInTransaction = undefined;
    } else if (isRead(step)) cost.reads += 1;
    else {
      cost.writes += 1;
      if (wroteInTransaction === false) wroteInTransaction = step.count > 0;
      // PostgreSQL does not wait for a statement that changed nothing.
      else if (wroteInTransaction === undefined && step.count > 0 && isPostgres(step, steps)) cost.syncs += 1;
    }
  }
  return cost;
}

/** SQLite's waiting is recorded by itself. */
function isPostgres(_step: Statement, steps: readonly Step[]): boolean {
  return !steps.some((step) => step.kind === 'durable');
}

export function isBegin({ sql }: Pick<Statement, 'sql'>): boolean {
  return /^begin\b/i.test(sql);
}

export function isCommit({ sql }: Pick<Statement, 'sql'>): boolean {
  return /^commit\b/i.test(sql);
}

export function isRead({ sql }: Pick<Statement, 'sql'>): boolean {
  return /^\s*select\b/i.test(sql);
}
