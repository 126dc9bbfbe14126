import { canonicalJson, type Facts } from '../sealing/canonical.ts';
import type { Signed, Statement } from '../sealing/signature.ts';

/** A line of an export: an event of the chain, or a statement signed with the audit key. */
export type ExportLine = { event: ChainedEvent; hash: string } | Signed;

export type ChainedEvent = Facts & { projectId: string; id: string; sequence: number };

const numberOf: Record<Statement['purpose'], string> = {
  seal: 'sealedAt',
  removal: 'removedAt',
  export: 'exportedAt',
};

/**
 * Reads a line. Returns `undefined` unless it is exactly as `exportLog` writes it: accepting only the canonical
 * text keeps two programs from reading the same hashed or signed line differently.
 */
export function readLine(text: string): ExportLine | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
    if (!isFacts(value) || canonicalJson(value) !== text) return undefined;
  } catch {
    return undefined;
  }
  const { event, statement, hash, keyId, signature } = value;
  if (isFacts(event)) {
    const { projectId, id, sequence, occurredAt } = event;
    const isComplete = areTexts(projectId, id, hash) && areNumbers(sequence, occurredAt);
    return isComplete ? (value as unknown as ExportLine) : undefined;
  }
  if (!isFacts(statement) || !areTexts(keyId, signature)) return undefined;
  const { purpose, projectId, sequence, hash: sealed } = statement;
  const time = typeof purpose === 'string' ? numberOf[purpose as Statement['purpose']] : undefined;
  const isComplete = time && areTexts(projectId, sealed) && areNumbers(sequence, statement[time]);
  return isComplete ? (value as unknown as ExportLine) : undefined;
}

function isFacts(value: unknown): value is Facts {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function areTexts(...values: unknown[]): boolean {
  return values.every((value) => typeof value === 'string');
}

function areNumbers(...values: unknown[]): boolean {
  return values.every((value) => typeof value === 'number');
}
