import { type Command, InvalidArgumentError, Option } from 'commander';
import { repeatable, wholeNumber, withJson } from '../arguments.ts';
import type { Terminal } from '../terminal.ts';
import { addBrowserOptions } from './browser-options.ts';
import { rateLimitOption } from './rate-limit-option.ts';

export function addProjectCommands(program: Command, terminal: Terminal): void {
  const project = program
    .command('project')
    .description('Manage projects. Users of different projects are completely separate.');
  withJson(project.command('create'))
    .description('Create a project.')
    .requiredOption('--name <name>', 'display name')
    .addOption(new Option('--id <id>', 'P and 27 letters or digits (default: a new ID)').argParser(projectId))
    .addOption(redirectUrl())
    .addOption(algorithm())
    .addOption(
      new Option('--password-min-length <characters>', 'minimum length of passwords (default: 15)').argParser(
        wholeNumber(8, 128),
      ),
    )
    .action(async (options) => (await import('./project.ts')).createProjectCommand(terminal, options));
  withJson(project.command('list'))
    .description('List the projects and their settings.')
    .action(async (options) => (await import('./project.ts')).listProjects(terminal, options));
  addBrowserOptions(withJson(project.command('set')))
    .description('Change a project. A running server applies the change within 5 seconds.')
    .argument('<projectId>')
    .option('--name <name>', 'display name')
    .addOption(redirectUrl())
    .option('--no-redirect-urls', 'empty the list of redirect URLs')
    .addOption(minutes())
    .addOption(algorithm())
    .option('--separate-application-tokens', 'sign tokens that are not sessions with separate keys')
    .option('--no-separate-application-tokens', 'sign them with the session keys')
    .option('--session-audience', 'name the project as the audience of session tokens')
    .option('--no-session-audience', 'leave the audience out')
    .addOption(rateLimitOption())
    .addOption(unlimitedAddress())
    .option('--no-unlimited-addresses', 'empty the list of addresses without rate limits')
    .action(async (id, options) => (await import('./project.ts')).setProject(terminal, id, options));
  withJson(project.command('clone'))
    .description(
      'Create a project with the configuration of another one: settings, roles, tenants, providers, connectors with their secrets, and message templates. Users and keys are not copied.',
    )
    .argument('<projectId>')
    .requiredOption('--name <name>', 'display name of the new project')
    .addHelpText('after', '\nExample:\n  $ latchkey project clone P… --name Staging')
    .action(async (id, options) => (await import('./project.ts')).cloneProjectCommand(terminal, id, options));
  withJson(project.command('delete'))
    .description(
      'Delete a project permanently, with all its users, keys and its audit log. Shows what the project contains, and asks you to type its ID. Servers can keep running.',
    )
    .argument('<projectId>')
    .option('--yes <projectId>', 'the project ID again, to skip the prompt')
    .addHelpText('after', '\nExample:\n  $ latchkey project delete P… --yes P…')
    .action(async (id, options) => (await import('./delete.ts')).deleteProjectCommand(terminal, id, options));
}

function redirectUrl(): Option {
  return repeatable(
    '--redirect-url <url>',
    'a URL that sign-ins can redirect to; * as the leftmost host label or at the end of the path',
  );
}

function unlimitedAddress(): Option {
  return repeatable(
    '--unlimited-address <network>',
    'address or CIDR range of your own servers, exempt from limits per address, project and session',
  );
}

function algorithm(): Option {
  return new Option('--algorithm <name>', 'the algorithm that signs tokens').choices(['RS256', 'ES256']);
}

function minutes(): Option {
  return new Option('--session-minutes <minutes>', 'lifetime of session tokens').argParser(
    wholeNumber(1, 1_440),
  );
}

function projectId(text: string): string {
  if (/^P[0-9A-Za-z]{27}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be P and 27 letters or digits.');
}
