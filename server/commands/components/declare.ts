import type { Command } from 'commander';
import { withJson } from '../arguments.ts';
import type { Terminal } from '../terminal.ts';

export function addComponentCommands(program: Command, terminal: Terminal): void {
  const components = program
    .command('components')
    .description('Manage the ready-made components of the vendor, which applications load from this server.');
  withJson(components.command('install'))
    .description(
      'Download the ready-made components, or read them from files, and verify that they are the tested versions.',
    )
    .option('--from <file...>', 'archives that `npm pack` has written, instead of downloads')
    .option('--to <folder>', 'the folder (default: LATCHKEY_COMPONENTS, or `components` in the data folder)')
    .option('--registry <url>', 'the npm registry', 'https://registry.npmjs.org')
    .addHelpText('after', '\nExample:\n  $ latchkey components install')
    .action(async (options) => (await import('./install.ts')).installComponents(terminal, options));
}
