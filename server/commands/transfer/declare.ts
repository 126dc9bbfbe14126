import type { Command } from 'commander';
import { withJson } from '../arguments.ts';
import type { Terminal } from '../terminal.ts';

export function addTransferCommands(program: Command, terminal: Terminal): void {
  withJson(program.command('export'))
    .description(
      'Write one project with everything, users and secrets included, into an encrypted file. Servers may run.',
    )
    .requiredOption('--project <id>', 'the project')
    .requiredOption('--out <file>', 'a new file')
    .requiredOption('--passphrase-file <file>', 'a file with the passphrase that encrypts')
    .option('--with-audit', 'include the audit log')
    .action(async (options) => (await import('./export-project.ts')).exportProjectCommand(terminal, options));
  withJson(program.command('import'))
    .description('Read a project from a file of `latchkey export`. Servers may run.')
    .argument('<file>')
    .requiredOption('--passphrase-file <file>', 'a file with the passphrase')
    .option('--dry-run', 'check the whole file, but write nothing')
    .option('--restart', 'remove what an interrupted import of this project wrote, and begin again')
    .action(async (file, options) =>
      (await import('./import-project.ts')).importProjectCommand(terminal, file, options),
    );
}
