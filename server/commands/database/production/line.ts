import type { Config } from '../../../core/config.ts';
import type { Sealer } from '../../../core/crypto.ts';
import type { Database } from '../../../storage/engine.ts';
import { explainFailure } from '../../explain-failure.ts';

/** Says what a check found. `unknown`: the machine cannot tell, and the operator has to look. */
export interface Finding {
  result: 'ok' | 'attention' | 'unknown';
  detail: string;
}

/** The settings and the opened database that are checked. */
export interface Subject {
  env: NodeJS.ProcessEnv;
  config: Config;
  /** Absent if it cannot be opened. `databaseProblem` gives the reason. */
  database: Database | undefined;
  databaseProblem: string;
  /** Absent without a secret key. */
  sealer: Sealer | undefined;
  /** The folder with the backups, if the operator named it. */
  backups: string | undefined;
}

/** A line of the production checklist. */
export interface Line {
  id: string;
  title: string;
  check(subject: Subject): Finding | Promise<Finding>;
  /** The steps if the line needs attention. Markdown, also printed by the command. */
  remedy: string;
}

export const ok = (detail: string): Finding => ({ result: 'ok', detail });
export const attention = (detail: string): Finding => ({ result: 'attention', detail });
export const unknown = (detail: string): Finding => ({ result: 'unknown', detail });

/** Turns a check that throws for a problem into one that finds it. */
export async function found(check: () => string | Promise<string>): Promise<Finding> {
  try {
    return ok(await check());
  } catch (error) {
    const explained = explainFailure(error);
    if (!explained) throw error;
    return attention(explained.message);
  }
}

/** Runs a check of the database, which another line reports if it cannot be opened. */
export function inDatabase(
  check: (database: Database, subject: Subject) => Finding | Promise<Finding>,
): Line['check'] {
  return (subject) =>
    subject.database ? check(subject.database, subject) : unknown(subject.databaseProblem);
}

/** Runs the check of a line. An unexpected error means that the check could not be made. */
export async function run({ check }: Line, subject: Subject): Promise<Finding> {
  try {
    return await check(subject);
  } catch (error) {
    return unknown(explainFailure(error)?.message ?? (error as Error).message);
  }
}
