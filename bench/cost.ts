import type { Recipe, Step } from './recipe.ts';

/** The cost of one request for the machine, independent of the code. */
export interface Cost {
  reads: number;
  writes: number;
  transactions: number;
  /** The number of waits for the disk. */
  syncs: number;
  signatures: number;
  verifications: number;
  qrCodes: number;
  hashes: number;
}

type Statement = Extract<Step, { kind: 'statement' }>;

export function costOf({ steps }: Recipe): Cost {
  const cost: Cost = {
    reads: 0,
    writes: 0,
    transactions: 0,
    syncs: 0,
    signatures: 0,
    verifications: 0,
    qrCodes: 0,
    hashes: 0,
  };
  // SQLite's waits are recorded; PostgreSQL waits at the end of a changing transaction.
  const isRecorded = steps.some((step) => step.kind === 'durable');
  let inTransaction = false;
  let changed = false;
  for (const step of steps) {
    if (step.kind === 'sign') cost.signatures += 1;
    else if (step.kind === 'verify') cost.verifications += 1;
    else if (step.kind === 'qrCode') cost.qrCodes += 1;
    else if (step.kind === 'hash') cost.hashes += 1;
    else if (step.kind === 'durable') cost.syncs += 1;
    else if (isBegin(step)) inTransaction = true;
    else if (isRead(step)) cost.reads += 1;
    else {
      if (isCommit(step)) {
        cost.transactions += 1;
        inTransaction = false;
      } else {
        cost.writes += 1;
        changed ||= step.count > 0;
      }
      if (inTransaction) continue;
      if (changed && !isRecorded) cost.syncs += 1;
      changed = false;
    }
  }
  return cost;
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
