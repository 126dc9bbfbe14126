import { existsSync } from 'node:fs';
import { programEnvironment, readCommandConfig } from '../../../core/config.ts';
import { createSealer } from '../../../core/crypto.ts';
import { findSecretKeys } from '../../../core/secret-key.ts';
import { databaseFile, openConfiguredDatabase } from '../../../storage/configured.ts';
import { explainFailure } from '../../explain-failure.ts';
import { type OutputOptions, printJson, printLine } from '../../output.ts';
import type { Terminal } from '../../terminal.ts';
import { checklist } from './checklist.ts';
import { type Finding, type Line, run, type Subject } from './line.ts';

export interface ProductionOptions extends OutputOptions {
  backups?: string;
}

const labels: Record<Finding['result'], string> = {
  ok: 'OK',
  attention: 'Attention',
  unknown: 'Could not check',
};

/** Goes through the production checklist line by line. Changes nothing and sends no message. */
export async function checkProduction(
  terminal: Terminal,
  { json, backups }: ProductionOptions,
): Promise<void> {
  const given = programEnvironment(terminal.env);
  const env = { ...given, LATCHKEY_MODE: given['LATCHKEY_MODE'] || 'production' };
  const subject = await openSubject(env, backups);
  try {
    const lines = await Promise.all(checklist.map((line) => examine(line, subject)));
    const count = (result: Finding['result']) => lines.filter((line) => line.result === result).length;
    const isOk = count('attention') === 0;
    if (!isOk) terminal.exitCode = 1;
    if (json) {
      printJson(terminal, { ok: isOk, lines });
      return;
    }
    for (const { title, result, detail, remedy } of lines) {
      printLine(terminal, `${labels[result].padEnd(15)}  ${title}: ${detail}`);
      if (remedy) printLine(terminal, `${''.padEnd(15)}  ${remedy}`);
    }
    printLine(terminal);
    const counts = `${count('ok')} OK, ${count('attention')} need attention, ${count('unknown')} could not be checked`;
    printLine(terminal, `${lines.length} lines: ${counts}.`);
  } finally {
    await subject.database?.close();
  }
}

/** Opens the database if it exists. */
async function openSubject(env: NodeJS.ProcessEnv, backups: string | undefined): Promise<Subject> {
  const config = readCommandConfig(env);
  const keys = await findSecretKeys(config);
  const sealer = keys && createSealer(...keys);
  const subject = { env, config, sealer, backups };
  if (!config.databaseUrl && !existsSync(databaseFile(config)))
    return {
      ...subject,
      database: undefined,
      databaseProblem: `there is no database in ${config.dataDir} yet`,
    };
  try {
    return { ...subject, database: await openConfiguredDatabase(config), databaseProblem: '' };
  } catch (error) {
    const databaseProblem = explainFailure(error)?.message;
    if (databaseProblem === undefined) throw error;
    return { ...subject, database: undefined, databaseProblem };
  }
}

async function examine(line: Line, subject: Subject) {
  const { id, title, remedy } = line;
  const { result, detail } = await run(line, subject);
  return { id, title, result, detail, remedy: result === 'ok' ? '' : remedy };
}
