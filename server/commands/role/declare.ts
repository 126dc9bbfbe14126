import type { Command } from 'commander';
import { withJson } from '../arguments.ts';
import type { Terminal } from '../terminal.ts';

export function addRoleCommands(program: Command, terminal: Terminal): void {
  const role = program.command('role').description('List the roles of a project.');
  withJson(role.command('list'))
    .description('List the roles of the project and of its tenants, oldest first, at most 10,000.')
    .requiredOption('--project <id>', 'the project')
    .option('--tenant <id>', 'only the roles of this tenant')
    .option('--text <text>', 'only roles with this text in the name')
    .addHelpText('after', '\nExample:\n  $ latchkey role list --project P…')
    .action(async (options) => (await import('./role.ts')).listRoles(terminal, options));
}
