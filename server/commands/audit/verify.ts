import { createReadStream } from 'node:fs';
import { splitLines } from '../../domain/project/audit/export/split-lines.ts';
import {
  ExportFault,
  type VerifiedExport,
  verifyExport,
} from '../../domain/project/audit/export/verify-export.ts';
import { type AuditPublicKey, readPublicKeys } from '../../domain/project/audit/sealing/audit-key.ts';
import { asTime, CommandFailure, type OutputOptions, printJson, printLabels, printLine } from '../output.ts';
import { readInput } from '../read-input.ts';
import type { Terminal } from '../terminal.ts';

interface Options extends OutputOptions {
  key: string;
  noted?: { sequence: number; hash: string };
}

/** Needs only the file and the key, neither the database nor the settings of a server. */
export async function verifyAudit(
  terminal: Terminal,
  file: string,
  { key, noted, json }: Options,
): Promise<void> {
  const keys = await readKeys(terminal, key);
  const input = file === '-' ? terminal.stdin : createReadStream(file);
  try {
    const verified = await verifyExport(splitLines(input), { keys, noted });
    printVerified(terminal, verified, json);
  } catch (error) {
    if (!(error instanceof ExportFault)) throw error;
    const { fault, sequence, id, message } = error;
    if (json) printJson(terminal, { ok: false, fault, sequence, id, message });
    throw new CommandFailure(message);
  }
}

async function readKeys(terminal: Terminal, file: string): Promise<AuditPublicKey[]> {
  const text = await readInput(terminal, file);
  try {
    const keys = readPublicKeys(text);
    if (keys.length > 0) return keys;
  } catch {
    // Reported below.
  }
  throw new CommandFailure(`${file} contains no audit key. Write it with \`latchkey audit key\``, 2);
}

function printVerified(
  terminal: Terminal,
  { projectId, exportedAt, firstSequence, end, removal }: VerifiedExport,
  json?: boolean,
) {
  const noted = `${end.sequence}:${end.hash}`;
  if (json) {
    printJson(terminal, {
      ok: true,
      projectId,
      exportedAt: asTime(exportedAt),
      firstSequence,
      lastSequence: end.sequence,
      noted,
    });
    return;
  }
  const count = end.sequence - firstSequence + 1;
  printLine(terminal, `Nothing was changed, removed or added. All ${count} rows are as they were sealed.`);
  printLabels(terminal, [
    ['Project ID', projectId],
    ['Exported', asTime(exportedAt)],
    ['Rows', count > 0 ? `${firstSequence} to ${end.sequence}` : 'none'],
    ...(removal
      ? [['Removed', `rows up to ${removal.sequence}, on ${asTime(removal.removedAt)}`] as const]
      : []),
    ['To be noted', noted],
  ]);
}
