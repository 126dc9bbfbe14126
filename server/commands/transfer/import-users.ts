import { randomUUID } from 'node:crypto';
import { extname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../../core/errors.ts';
import type { DefinitionsOutcome } from '../../domain/credentials/import/definitions.ts';
import { type Outcome, SourceImport, type Survey } from '../../domain/credentials/import/import-source.ts';
import { keepSecondFactors } from '../../domain/credentials/import/keep-second-factors.ts';
import { sources } from '../../domain/credentials/import/sources/sources.ts';
import { projectCacheSeconds } from '../../domain/project/projects/load-project.ts';
import { explainFailure } from '../explain-failure.ts';
import { enterProject, withService } from '../open.ts';
import { asTime, CommandFailure, printError, printLine } from '../output.ts';
import { readInput } from '../read-input.ts';
import type { Terminal } from '../terminal.ts';
import type { ImportOptions } from './import-project.ts';
import { FailedRows, Report } from './import-report.ts';
import { Progress } from './progress.ts';

/** More kinds of reasons than this are counted together. */
const maxKinds = 100;

interface Summary {
  counts: Record<Outcome['outcome'] | 'changed', number>;
  /** Why records failed, exist or were skipped, and what is left out of users, by kind. */
  reasons: Record<string, number>;
  leftOut: Record<string, number>;
  withSecondFactor: number;
  /** Permissions, tenants, roles and custom attributes of the file that the project lacked. */
  definitions?: DefinitionsOutcome;
  /** Why the import ended early. */
  problem?: string;
}

/** Prints what became of each record as it goes, and always a summary. The exit code is 1 if anybody is missing. */
export async function importUsersCommand(
  terminal: Terminal,
  given: string,
  options: ImportOptions,
): Promise<void> {
  const { from = '', dryRun = false, json = false, secondFactor } = options;
  refuseWrongUse(options);
  const file = resolve(given);
  const importId = randomUUID();
  const failedRows = new FailedRows(`${file}.failed${extname(file)}`);
  const summary: Summary = {
    counts: { created: 0, changed: 0, exists: 0, skipped: 0, failed: 0 },
    reasons: {},
    leftOut: {},
    withSecondFactor: 0,
  };
  const reportPath = dryRun ? undefined : resolve(options.report ?? `${file}.report.ndjson`);
  let report: Report | undefined;
  if (json) terminal.stdout.write(`{"dryRun":${dryRun},"users":[`);
  let separator = '\n';
  try {
    await withService(terminal, async (service) => {
      const ctx = await enterProject(service, options.project ?? '');
      const work = new SourceImport(ctx, {
        name: from,
        source: sources[from]!,
        file,
        hashes: options.hashes && resolve(options.hashes),
        hashConfig: options.hashConfig ? await readInput(terminal, options.hashConfig) : '',
        realm: options.realm,
        importId,
        dryRun,
      });
      const interruption = listenForInterrupt();
      try {
        const survey = await surveyFile(terminal, work);
        summary.withSecondFactor = survey.withSecondFactor;
        if (!dryRun) requireDecision(survey, options);
        if (reportPath) {
          const header = { import: importId, project: ctx.project.id, product: from, file };
          report = await Report.open(reportPath, { ...header, startedAt: asTime(ctx.now()) });
        }
        const keepsFactors = secondFactor === 'keep' && survey.withSecondFactor > 0;
        // Before the users, so that none of them can sign in without.
        if (keepsFactors && !dryRun && (await keepSecondFactors(ctx))) {
          printError(terminal, 'The sign-in policy now requires a second factor from users who have one');
          // Running servers may have read the project before.
          await sleep(terminal.settingDelayMs ?? projectCacheSeconds * 1000);
        }
        if (survey.definitions > 0) {
          summary.definitions = await work.define();
          await report?.note({ definitions: summary.definitions });
        }
        const progress = new Progress(terminal, dryRun ? 'Checking' : 'Importing', survey.records);
        let done = 0;
        for await (const one of work.run({ keepsFactors, isStopped: () => interruption.isStopped })) {
          count(summary, one);
          failedRows.add(one);
          await report?.add(one);
          progress.clear();
          const { text: _, header: __, ids: ___, ...shown } = one;
          if (json) terminal.stdout.write(separator + JSON.stringify(shown));
          else printOutcome(terminal, one);
          separator = ',\n';
          done += 1;
          progress.show(done);
        }
        progress.clear();
        if (interruption.isStopped && done < survey.records) {
          summary.problem = `Interrupted after ${done} of ${survey.records} records. Run the same command again to continue`;
        }
      } finally {
        interruption.end();
        work.close();
      }
    });
  } catch (error) {
    const explanation = explainFailure(error);
    summary.problem = explanation?.message ?? 'The import has failed. Run the same command again to continue';
    if (!(error instanceof ServiceError) && !(error instanceof Undecided)) throw error;
  } finally {
    // The summary comes even if the files cannot be written.
    try {
      failedRows.close();
      await report?.close({ summary });
    } catch (error) {
      summary.problem ??= explainFailure(error)?.message ?? 'The report cannot be written';
    }
    const files = {
      ...(report && { report: reportPath }),
      ...(!failedRows.isEmpty && { failedRecords: failedRows.path }),
    };
    if (json) printLine(terminal, `\n],${JSON.stringify({ ...summary, ...files }).slice(1)}`);
    else printSummary(terminal, summary, { dryRun, isDecided: secondFactor !== undefined, ...files });
    const isUndecided = summary.withSecondFactor > 0 && secondFactor === undefined;
    const isIncomplete = summary.counts.failed > 0 || (summary.definitions?.problems.length ?? 0) > 0;
    if (isIncomplete || summary.problem || isUndecided) terminal.exitCode = 1;
  }
}

function refuseWrongUse({
  from = '',
  project,
  hashes,
  hashConfig,
  passphraseFile,
  restart,
  realm,
}: ImportOptions) {
  if (!sources[from] || !project)
    throw new CommandFailure('--from needs --project, the project that gets the users', 2);
  if (passphraseFile || restart) {
    throw new CommandFailure(
      '--passphrase-file and --restart work only with project files. Leave them out with --from',
      2,
    );
  }
  if (hashes && from !== 'auth0') throw new CommandFailure('--hashes works only with --from auth0', 2);
  if (realm && from !== 'keycloak') throw new CommandFailure('--realm works only with --from keycloak', 2);
  if (hashConfig && from !== 'firebase')
    throw new CommandFailure('--hash-config works only with --from firebase', 2);
}

/** The operator has to decide first. */
class Undecided extends CommandFailure {}

function requireDecision({ withSecondFactor }: Survey, { secondFactor }: ImportOptions): void {
  if (withSecondFactor === 0 || secondFactor !== undefined) return;
  throw new Undecided(decisionText(withSecondFactor));
}

function decisionText(count: number): string {
  return (
    `The file has users who had to prove a second factor: ${count}. Choose --second-factor keep (a sign-in ` +
    'policy requires it here, too) or --second-factor drop (one factor is enough)'
  );
}

async function surveyFile(terminal: Terminal, work: SourceImport): Promise<Survey> {
  const progress = new Progress(terminal, 'Reading');
  try {
    return await work.survey((records) => progress.show(records));
  } finally {
    progress.clear();
  }
}

/** Lets the users who are being created be finished at the first Ctrl+C. The second one ends the process. */
function listenForInterrupt() {
  const state = { isStopped: false, end: () => process.off('SIGINT', stop) };
  const stop = () => {
    state.isStopped = true;
  };
  process.once('SIGINT', stop);
  return state;
}

function count({ counts, reasons, leftOut }: Summary, one: Outcome): void {
  counts[one.outcome] += 1;
  counts.changed += one.changed?.length ?? 0;
  if (one.reason) countKind(reasons, one.reason);
  for (const warning of one.warnings) countKind(leftOut, warning);
}

/** The values that a text names come after a colon. The reason why a password is left out is a kind of its own. */
function countKind(kinds: Record<string, number>, text: string): void {
  const kind = text.startsWith('the password is left out: ') ? text : text.split(': ', 1)[0]!;
  const known = Object.hasOwn(kinds, kind) || Object.keys(kinds).length < maxKinds ? kind : 'other reasons';
  kinds[known] = (kinds[known] ?? 0) + 1;
}

interface Shown {
  dryRun: boolean;
  isDecided: boolean;
  report?: string | undefined;
  failedRecords?: string;
}

function printSummary(terminal: Terminal, summary: Summary, { dryRun, isDecided, ...files }: Shown): void {
  const { counts, reasons, leftOut, definitions, problem, withSecondFactor } = summary;
  const { created, changed, exists, skipped, failed } = counts;
  if (definitions) printDefinitions(terminal, definitions);
  printKinds(terminal, 'Left out or changed:', leftOut);
  printKinds(terminal, 'Not created:', reasons);
  const changes = changed > 0 ? `${changed} changed, ` : '';
  printLine(
    terminal,
    `${created} created, ${changes}${exists} already exist, ${skipped} skipped, ${failed} failed.`,
  );
  if (problem) printError(terminal, problem);
  else if (withSecondFactor > 0 && !isDecided) printError(terminal, decisionText(withSecondFactor));
  if (files.failedRecords) {
    printLine(terminal, `The failed records are in ${files.failedRecords}. Correct and import that file.`);
  }
  if (files.report) printLine(terminal, `To undo this import: latchkey import --undo ${files.report}`);
  if (dryRun) printLine(terminal, 'This was a dry run. Nothing was written.');
}

function printDefinitions(terminal: Terminal, { created, problems }: DefinitionsOutcome): void {
  const counts = Object.entries(created).map(([kind, count]) => `${count} ${kind}`);
  printLine(terminal, `\nDefined before the users: ${counts.join(', ')}.`);
  for (const problem of problems) printLine(terminal, `Not defined: ${problem}`);
}

function printKinds(terminal: Terminal, heading: string, kinds: Record<string, number>): void {
  const sorted = Object.entries(kinds).sort(([, one], [, other]) => other - one);
  if (sorted.length === 0) return;
  printLine(terminal, `\n${heading}`);
  for (const [kind, times] of sorted) printLine(terminal, `${String(times).padStart(8)}  ${kind}`);
  printLine(terminal);
}

function printOutcome(terminal: Terminal, { place, loginId, outcome, reason, warnings }: Outcome): void {
  const details = [reason, ...warnings].filter(Boolean).join('; ');
  printLine(terminal, [place.padEnd(10), outcome.padEnd(8), loginId.padEnd(32), details].join(' ').trimEnd());
}
