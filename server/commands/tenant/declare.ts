import type { Command } from 'commander';
import { repeatable, withJson } from '../arguments.ts';
import type { Terminal } from '../terminal.ts';

export function addTenantCommands(program: Command, terminal: Terminal): void {
  const tenant = program.command('tenant').description('List and create the tenants of a project.');
  const ofProject = '--project <id>';
  withJson(tenant.command('create'))
    .description('Create a tenant.')
    .requiredOption(ofProject, 'the tenant’s project')
    .requiredOption('--name <name>', 'display name; unique in the project, ignoring case')
    .option('--id <id>', 'the ID (default: a new one)')
    .option('--parent <id>', 'the parent tenant')
    .addOption(
      repeatable('--domain <domain>', 'new users with an email address in this domain join the tenant'),
    )
    .addHelpText(
      'after',
      '\nExample:\n  $ latchkey tenant create --project P… --name Acme --domain acme.example',
    )
    .action(async (options) => (await import('./tenant.ts')).createTenantCommand(terminal, options));
  withJson(tenant.command('list'))
    .description('List the tenants, oldest first, at most 10,000.')
    .requiredOption(ofProject, 'the project')
    .option('--text <text>', 'only tenants with this text in the ID or name')
    .addHelpText('after', '\nExample:\n  $ latchkey tenant list --project P… --text acme')
    .action(async (options) => (await import('./tenant.ts')).listTenants(terminal, options));
}
