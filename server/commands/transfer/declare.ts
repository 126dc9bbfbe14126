import { type Command, Option } from 'commander';
import { withJson } from '../arguments.ts';
import { CommandFailure } from '../output.ts';
import type { Terminal } from '../terminal.ts';
import { sourceNames } from './sources.ts';

export function addTransferCommands(program: Command, terminal: Terminal): void {
  withJson(program.command('export'))
    .description(
      'Export a project to an encrypted file, including users and secrets. Servers can keep running.',
    )
    .requiredOption('--project <id>', 'the project')
    .requiredOption('--out <file>', 'a new file')
    .requiredOption(
      '--passphrase-file <file>',
      'a file with the passphrase for encryption; - reads standard input',
    )
    .option('--with-audit', 'include the audit log')
    .action(async (options) => (await import('./export-project.ts')).exportProjectCommand(terminal, options));
  withJson(program.command('import'))
    .description(
      'Import a project from a file written by `latchkey export`, or, with --from, users from another product. Servers can keep running.',
    )
    .argument('[file]', 'the file to import')
    .option('--passphrase-file <file>', 'project files: a file with the passphrase; - reads standard input')
    .option('--restart', 'project files: first remove what an interrupted import of this project wrote')
    .addOption(
      new Option('--from <product>', 'the product that the file was exported from').choices(sourceNames),
    )
    .option('--project <id>', 'with --from: the project that gets the users')
    .option('--hashes <file>', 'with --from auth0: the file with the password hashes')
    .option(
      '--hash-config <file>',
      'with --from firebase: the file with the hash parameters; - reads standard input',
    )
    .option('--realm <name>', 'with --from keycloak: the realm to import, if the file has several')
    .addOption(
      new Option(
        '--second-factor <decision>',
        'with --from: whether users who needed a second factor still need one',
      ).choices(['keep', 'drop']),
    )
    .option('--report <file>', 'with --from: the file for the report (default: next to the imported file)')
    .option('--undo <report>', 'delete the users that an import created, except those used since')
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
