import type { Command } from 'commander';
import { wholeNumber, withJson } from '../arguments.ts';
import type { Terminal } from '../terminal.ts';

export function addDatabaseCommands(program: Command, terminal: Terminal): void {
  withJson(program.command('migrate'))
    .description('Migrate the database to this build’s version.')
    .option('--status', 'list applied and pending migrations without changing anything')
    .option('--dry-run', 'print the statements and locks of the pending migrations without changing anything')
    .action(async (options) => (await import('./migrate.ts')).migrateCommand(terminal, options));
  withJson(program.command('doctor'))
    .description('Check the configuration, the database and the machine.')
    .option('--production', 'check every line of the production checklist instead')
    .option(
      '--backups <folder>',
      'with --production: the backup folder, whose newest backup must be at most a day old',
    )
    .action(async ({ production, ...options }) => {
      if (production)
        await (await import('./production/check-production.ts')).checkProduction(terminal, options);
      else await (await import('./doctor.ts')).doctor(terminal, options);
    });
  withJson(program.command('backup'))
    .description('Copy the database to a file while the server runs.')
    .argument('<file>', 'a new file')
    .option('--verify', 'read the finished backup, and fail if it is damaged')
    .action(async (file, options) => (await import('./backup.ts')).backup(terminal, file, options));
  withJson(program.command('restore'))
    .description('Restore the database from a backup while no server runs.')
    .argument('<file>', 'a file written by backup')
    .option('--force', 'replace an existing database, which is kept next to the new one or the backup')
    .action(async (file, options) => (await import('./restore.ts')).restore(terminal, file, options));
  withJson(program.command('move'))
    .description('Copy the whole instance to another database, while no server runs.')
    .requiredOption('--to <url>', 'an empty database, postgres://…, or a new data folder, sqlite:FOLDER')
    .action(async (options) => (await import('./move.ts')).move(terminal, options));
  const database = program
    .command('database')
    .description('Divide the projects among several nodes (Citus).');
  withJson(database.command('distribute'))
    .description(
      'Distribute the tables of projects among the nodes of Citus. You can interrupt and repeat it.',
    )
    .option(
      '--shards <number>',
      'into how many parts to divide the projects the first time: at least as many as nodes to come (default: 32)',
      wholeNumber(1, 1_024),
    )
    .option('--no-audit', 'do not verify the audit logs before and after')
    .action(async (options) => (await import('./distribute.ts')).distributeDatabase(terminal, options));
}
