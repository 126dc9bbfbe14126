import { type Command, Option } from 'commander';
import { day, repeatable, wholeNumber, withJson } from '../arguments.ts';
import type { Terminal } from '../terminal.ts';

export function addUserCommands(program: Command, terminal: Terminal): void {
  const user = program.command('user').description('Manage the users of a project.');
  const add = (name: string, description: string, example: string) =>
    withJson(user.command(name))
      .description(description)
      .requiredOption('--project <id>', 'the user’s project')
      .addHelpText('after', `\nExample:\n  $ latchkey user ${example}`);

  withPassword(
    add(
      'create',
      'Create a user. Nothing is sent.',
      'create ada@example.com --project P… --generate-password',
    ),
  )
    .argument('<loginId>', 'if it is an email address or phone number, it also becomes the user’s address')
    .option('--name <name>', 'display name')
    .option('--email <address>', 'email address, which counts as verified')
    .option('--phone <number>', 'phone number, which counts as verified')
    .addOption(repeatable('--role <name>', 'a role in the project instead of the default roles'))
    .addOption(repeatable('--tenant <id>', 'a tenant to join; not together with --role'))
    .action(async (loginId, options) => (await load()).createUserCommand(terminal, loginId, options));
  add(
    'find',
    'Find users by text or user ID, or by how they sign in. Without any of these, list all users.',
    'find lovelace --project P…',
  )
    .argument(
      '[text]',
      'at least 3 characters of a name, address or login ID, or a user ID (default: all users)',
    )
    .addOption(
      new Option('--limit <users>', 'the maximum number of users to print')
        .argParser(wholeNumber(1, 10_000))
        .default(50),
    )
    .option('--without-second-factor', 'only users with neither an authenticator app nor a passkey')
    .addOption(
      new Option(
        '--not-signed-in-since <day>',
        'only users without a sign-in on this day (UTC) or later',
      ).argParser(day),
    )
    .action(async (text, options) => (await load()).findUsers(terminal, text, options));

  const addForOne = (name: string, description: string) =>
    add(name, description, `${name} ada@example.com --project P…`).argument('<user>', 'login ID or user ID');
  addForOne('show', 'Show a user.').action(async (who, options) =>
    (await load()).showUser(terminal, who, options),
  );
  addForOne('disable', 'Disable a user. Rejects all sign-ins and ends all sessions.').action(
    async (who, options) => (await load()).setStatus(terminal, who, 'disabled', options),
  );
  addForOne('enable', 'Allow a disabled or invited user to sign in.').action(async (who, options) =>
    (await load()).setStatus(terminal, who, 'enabled', options),
  );
  addForOne(
    'end-sessions',
    'End all sessions of a user. Session tokens stay valid until they expire, a few minutes later.',
  ).action(async (who, options) => (await load()).endSessions(terminal, who, options));
  addForOne('export', 'Export the data that the project stores about a user as JSON, without secrets.')
    .option('--output <file>', 'a new file (default: standard output; - writes standard output)')
    .action(async (who, options) => (await load()).exportUserCommand(terminal, who, options));
  addForOne(
    'delete',
    'Delete a user permanently, with all credentials and sessions. Entries in the audit log are kept.',
  ).action(async (who, options) => (await load()).deleteUserCommand(terminal, who, options));
  withPassword(
    add(
      'set-password',
      'Set a user’s password. This also unlocks a locked password. Sessions stay active.',
      'set-password ada@example.com --project P… --password-file - < password.txt',
    ),
  )
    .argument('<user>', 'login ID or user ID')
    .option('--temporary', 'the user must replace it at the next sign-in, within 72 hours')
    .action(async (who, options) => (await load()).setPasswordCommand(terminal, who, options));
}

const load = () => import('./user.ts');

/** An argument would appear in the list of processes and in the history of the shell. */
function withPassword(command: Command): Command {
  return command
    .option('--password-file <file>', 'a file whose first line is the password; - reads standard input')
    .addOption(
      new Option('--generate-password', 'generate a password and show it once').conflicts('passwordFile'),
    );
}
