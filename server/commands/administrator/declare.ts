import type { Command } from 'commander';
import { withJson } from '../arguments.ts';
import type { Terminal } from '../terminal.ts';

export function addAdministratorCommands(program: Command, terminal: Terminal): void {
  const administrator = program
    .command('administrator')
    .description('Manage the administrators of the console.');
  withJson(administrator.command('link'))
    .description('Create a link for the first owner, or for an administrator who can no longer sign in.')
    .option(
      '--login-id <id>',
      'an administrator who can no longer sign in; removes their authenticator app, passkeys and sessions (default: create the first owner)',
    )
    .action(async (options) => (await import('./administrator.ts')).administratorLink(terminal, options));
}
