import { type Command, InvalidArgumentError, Option } from 'commander';
import { day, withJson } from '../arguments.ts';
import type { Terminal } from '../terminal.ts';
import { addStreamCommands } from './declare-stream.ts';

export function addAuditCommands(program: Command, terminal: Terminal): void {
  const audit = program
    .command('audit')
    .description('Manage the audit log, in which tampering leaves traces.');
  const ofProject = '--project <id>';
  audit
    .command('export')
    .description('Export the audit log of a project, for verification or storage elsewhere.')
    .requiredOption(ofProject, 'the project')
    .option('--output <file>', 'a new file (default: standard output; - writes standard output)')
    .action(async (options) => (await import('./export.ts')).exportAudit(terminal, options));
  withJson(audit.command('verify'))
    .description(
      'Verify an export without the database. Reports the first row that was changed, removed or added.',
    )
    .argument('<file>', 'an exported file; - reads standard input')
    .requiredOption(
      '--key <file>',
      'output of `audit key`, stored separately from the export; - reads standard input',
    )
    .addOption(
      new Option(
        '--noted <row:hash>',
        'the row and hash that an earlier verification told you to note',
      ).argParser(notedRow),
    )
    .action(async (file, options) => (await import('./verify.ts')).verifyAudit(terminal, file, options));
  withJson(audit.command('key'))
    .description(
      'Print the public keys of the audit log. Store them out of reach of anyone who can change the log.',
    )
    .requiredOption(ofProject, 'the project')
    .option('--rotate', 'first create a new key that signs from now on')
    .action(async (options) => (await import('./key.ts')).showAuditKey(terminal, options));
  withJson(audit.command('remove'))
    .description('Remove the oldest rows permanently. The log records this, and you can still verify it.')
    .requiredOption(ofProject, 'the project')
    .addOption(
      new Option('--before <date>', 'the first day to keep, such as 2026-01-31, in UTC')
        .argParser(day)
        .makeOptionMandatory(),
    )
    .option('--even-unsent', 'also remove rows that a stream has not sent')
    .action(async (options) => (await import('./remove.ts')).removeAudit(terminal, options));
  addStreamCommands(audit, terminal);
}

function notedRow(text: string): { sequence: number; hash: string } {
  const [, sequence, hash = ''] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (sequence !== undefined) return { sequence: Number(sequence), hash };
  throw new InvalidArgumentError('It must be the number of a row, a colon, and its hash.');
}
