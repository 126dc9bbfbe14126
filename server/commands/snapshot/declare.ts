import type { Command } from 'commander';
import { repeatable, withJson } from '../arguments.ts';
import type { Terminal } from '../terminal.ts';

export function addSnapshotCommands(program: Command, terminal: Terminal): void {
  const snapshot = program
    .command('snapshot')
    .description('Copy a project’s configuration as JSON files, without users, keys and secrets.');
  const add = (name: string, description: string, example: string) =>
    snapshot
      .command(name)
      .description(description)
      .requiredOption('--project <id>', 'the project')
      .addOption(repeatable('--exclude <part>', 'a part to leave out, such as tenants'))
      .addHelpText('after', `\nExample:\n  $ latchkey snapshot ${example}`);
  const source = 'a folder of JSON files, or a file with all of them; - reads standard input';
  const secrets = 'a JSON file with the secrets that the snapshot needs; - reads standard input';

  add('export', 'Export the configuration.', 'export --project P… --output shop')
    .option(
      '--output <folder>',
      'a new or empty folder (default: one JSON value to standard output; - writes standard output)',
    )
    .action(async (options) => (await import('./snapshot.ts')).exportCommand(terminal, options));
  withJson(
    add('validate', 'Show what an import would change, and any problems.', 'validate shop --project P…'),
  )
    .argument('<source>', source)
    .option('--secrets-file <file>', secrets)
    .action(async (from, options) =>
      (await import('./snapshot.ts')).importCommand(terminal, from, { ...options, dryRun: true }),
    );
  withJson(
    add(
      'import',
      'Import a configuration. Either all changes are applied or none. Nothing is deleted.',
      'import shop --project P… --dry-run',
    ),
  )
    .argument('<source>', source)
    .option('--secrets-file <file>', secrets)
    .option('--dry-run', 'only show what would change, like validate')
    .action(async (from, options) => (await import('./snapshot.ts')).importCommand(terminal, from, options));
}
