import type { Command } from 'commander';
import { withJson } from '../arguments.ts';
import type { Terminal } from '../terminal.ts';

export function addSearchCommands(program: Command, terminal: Terminal): void {
  const search = program
    .command('search')
    .description('Check and repair the index by which searches find users. Servers can keep running.');
  withJson(search.command('verify'))
    .description('Compare the index with all users, and list the first differences of each project.')
    .option('--project <id>', 'only this project')
    .action(async (options) => (await import('./verify.ts')).verifySearch(terminal, options));
  withJson(search.command('rebuild'))
    .description('Compute the index again from all users. You can interrupt and repeat it.')
    .option('--project <id>', 'only this project')
    .action(async (options) => (await import('./rebuild.ts')).rebuildSearch(terminal, options));
}
