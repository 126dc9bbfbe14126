import { type Command, Option } from 'commander';
import { instanceRole, keyRoles } from '../../core/key-rights.ts';
import { projectRole } from '../../domain/project/management-keys/management-key.ts';
import { repeatable, wholeNumber, withJson } from '../arguments.ts';
import type { Terminal } from '../terminal.ts';

export function addKeyCommands(program: Command, terminal: Terminal): void {
  const key = program
    .command('key')
    .description('Manage management keys, which backends use to authenticate.');
  withJson(key.command('create'))
    .description('Create a management key and show it once.')
    .requiredOption('--project <id>', 'the project that the key manages')
    .requiredOption('--name <name>', 'display name, such as the system that uses the key')
    .addOption(
      new Option('--expires <days>', 'lifetime (default: until it is revoked)').argParser(
        wholeNumber(1, 3_650),
      ),
    )
    .addOption(
      repeatable(
        '--role <role>',
        `${keyRoles.join(' or ')} (default: ${projectRole}), or ${instanceRole} to also clone, import and delete projects`,
      ),
    )
    .addOption(repeatable('--tenant <id>', 'a tenant that these roles are limited to'))
    .action(async (options) => (await import('./key.ts')).createKey(terminal, options));
  withJson(key.command('list'))
    .description('List the management keys without their secrets.')
    .option('--project <id>', 'only keys of this project')
    .action(async (options) => (await import('./key.ts')).listKeys(terminal, options));
  withJson(key.command('revoke'))
    .description('Revoke a management key immediately.')
    .argument('<keyId>')
    .action(async (id, options) => (await import('./key.ts')).revokeKey(terminal, id, options));
  withJson(program.command('rotate-keys'))
    .description('Create new signing keys. Tokens signed with the old keys stay valid until they expire.')
    .option('--project <id>', 'only this project')
    .action(async (options) => (await import('./rotate-keys.ts')).rotateKeys(terminal, options));
}

export function addSecretCommands(program: Command, terminal: Terminal): void {
  const secrets = program
    .command('secrets')
    .description('Manage the secrets that LATCHKEY_SECRET_KEY encrypts.');
  withJson(secrets.command('rotate'))
    .description(
      'Encrypt all secrets with the newest key while servers run, so that you can remove the older keys. It is safe to repeat.',
    )
    .action(async (options) => (await import('./rotate-secrets.ts')).rotateSecretsCommand(terminal, options));
}
