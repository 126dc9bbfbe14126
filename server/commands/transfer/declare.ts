import { type Command, Option } from 'commander';
import { withJson } from '../arguments.ts';
import { CommandFailure } from '../output.ts';
import type { Terminal } from '../terminal.ts';
import { sourceNames } from './sources.ts';

export function addTransferCommands(program: Command, terminal: Terminal): void {
  withJson(program.command('export'))
    .description(
      'Write one project with everything, users and secrets included, into an encrypted file. Servers may keep running.',
    )
    .requiredOption('--project <id>', 'the project')
    .requiredOption('--out <file>', 'a new file')
    .requiredOption(
      '--passphrase-file <file>',
      'a file with the passphrase that encrypts; - reads standard input',
    )
    .option('--with-audit', 'include the audit log')
    .action(async (options) => (await import('./export-project.ts')).exportProjectCommand(terminal, options));
  withJson(program.command('import'))
    .description(
      'Import a project from a file of `latchkey export`, or with --from the users of another product. Servers may keep running.',
    )
    .argument('[file]', 'the file to import')
    .option('--passphrase-file <file>', 'project files: a file with the passphrase; - reads standard input')
    .option('--restart', 'project files: remove what an interrupted import of this project wrote')
    .addOption(
      new Option('--from <product>', 'the product that the file was exported from').choices(sourceNames),
    )
    .option('--project <id>', 'with --from: the project that gets the users')
    .option('--hashes <file>', 'with --from auth0: the file with the password hashes')
    .option(
      '--hash-config <file>',
      'with --from firebase: the file with the hash parameters; - reads standard input',
    )
    .option('--realm <name>', 'with --from keycloak: the realm, of a file with several')
    .addOption(
      new Option(
        '--second-factor <decision>',
        'with --from: whether users who needed a second factor still need one',
      ).choices(['keep', 'drop']),
    )
    .option('--report <file>', 'with --from: the file for the report (default: next to the file)')
    .option('--undo <report>', 'delete the users that an import created and that have not been used since')
    .option('--dry-run', 'check and report, but write nothing')
    .action(async (file, options) => {
      if (options.undo) {
        if (file !== undefined || options.from)
          throw new CommandFailure('--undo takes a report, and neither a file nor --from', 2);
        return (await import('./undo-import.ts')).undoImportCommand(terminal, options.undo, options);
      }
      if (file === undefined) throw new CommandFailure('The file to import is missing', 2);
      if (options.from) await (await import('./import-users.ts')).importUsersCommand(terminal, file, options);
      else await (await import('./import-project.ts')).importProjectCommand(terminal, file, options);
    });
}
