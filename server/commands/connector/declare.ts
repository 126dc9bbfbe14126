import { type Command, Option } from 'commander';
import { wholeNumber, withJson } from '../arguments.ts';
import type { Terminal } from '../terminal.ts';

export function addConnectorCommands(program: Command, terminal: Terminal): void {
  const connector = program
    .command('connector')
    .description(
      'Manage the connectors that send email and SMS. Waiting messages use a new connector immediately.',
    );
  const ofProject = ['--project <id>', 'the project'] as const;
  withJson(connector.command('list'))
    .description('List the connectors, with the names of their secrets.')
    .requiredOption(...ofProject)
    .addHelpText('after', '\nExample:\n  $ latchkey connector list --project P…')
    .action(async (options) => (await import('./connector.ts')).listConnectors(terminal, options));

  const set = connector.command('set').description('Replace the email or SMS connector.');
  const addProvider = (name: string, description: string, example: string) =>
    withJson(set.command(name))
      .description(
        `${description} If you leave out the secret, the current one is kept as long as its destination stays the same.`,
      )
      .requiredOption(...ofProject)
      .addHelpText('after', `\nExample:\n  $ latchkey connector set ${name} --project P… ${example}`)
      .action(async (options) => (await import('./connector.ts')).setConnector(terminal, name, options));
  addProvider(
    'smtp',
    'Send email through an SMTP server.',
    '--host smtp.example.com --username apikey --password-file - --from-address login@example.com < password.txt',
  )
    .requiredOption('--host <host>', 'name or address of the mail server')
    .addOption(
      new Option('--port <port>', 'default: 465 for tls, otherwise 587').argParser(wholeNumber(1, 65_535)),
    )
    .addOption(
      new Option('--security <kind>', 'default: starttls; use none only without a password').choices([
        ...['tls', 'starttls', 'none'],
      ]),
    )
    .option('--username <name>', 'the account on the mail server')
    .option('--password-file <file>', 'a file whose first line is the password; - reads standard input')
    .requiredOption('--from-address <address>', 'the sender’s address')
    .option('--from-name <name>', 'the sender’s name (default: the project’s name)')
    .option('--reply-to <address>', 'the address for replies');
  addProvider(
    'twilio',
    'Send SMS through Twilio, or a provider with its API.',
    '--account-sid AC… --auth-token-file token.txt --from +12025550123',
  )
    .requiredOption('--account-sid <sid>', 'the account')
    .option('--auth-token-file <file>', 'a file whose first line is the token; - reads standard input')
    .requiredOption('--from <sender>', 'a phone number, a sender name, or an MG… SID')
    .option('--base-url <url>', 'default: https://api.twilio.com');
  addProvider(
    'http',
    'Send SMS through any provider that accepts JSON.',
    `--url https://sms.example.com/send --headers-file headers.json --body '{"to":"{{to}}","text":"{{text}}"}'`,
  )
    .requiredOption('--url <url>', 'the URL that receives each message by POST')
    .requiredOption(
      '--body <json>',
      'JSON with {{to}} and {{text}} inside its strings, and optionally {{id}}',
    )
    .option(
      '--headers-file <file>',
      'a file with a JSON object of headers, such as the key; - reads standard input',
    );

  withJson(connector.command('remove'))
    .description('Remove a connector. Waiting messages stay in the outbox.')
    .argument('<channel>', 'email or sms')
    .requiredOption(...ofProject)
    .addHelpText('after', '\nExample:\n  $ latchkey connector remove sms --project P…')
    .action(async (channel, options) =>
      (await import('./connector.ts')).removeConnector(terminal, channel, options),
    );
  withJson(connector.command('test'))
    .description('Send a test message, and print the response of the provider.')
    .argument('<channel>', 'email or sms')
    .requiredOption(...ofProject)
    .requiredOption('--to <recipient>', 'an email address, or a phone number such as +12025550123')
    .option('--locale <tag>', 'the language of the message (default: the project’s language)')
    .addHelpText('after', '\nExample:\n  $ latchkey connector test email --project P… --to you@example.com')
    .action(async (channel, options) =>
      (await import('./connector.ts')).testConnectorCommand(terminal, channel, options),
    );
}
