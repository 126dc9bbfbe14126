import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { readVersion } from '../core/version.ts';
import { addBrowserOptions } from './browser-options.ts';
import { printError } from './output.ts';
import { rateLimitOption } from './rate-limit-option.ts';
import type { Terminal } from './terminal.ts';

// Each action loads its command when it runs, so that `--help` and `key list` do not load the server.

/** Runs one command, and returns its exit code: 0, 1 for a failure, 2 for wrong use. */
export async function runCommand(args: string[], terminal: Terminal): Promise<number> {
  // A reader that closes the pipe, like `head`, is not a failure.
  for (const stream of [terminal.stdout, terminal.stderr]) stream.on('error', () => {});
  try {
    await createProgram(terminal).parseAsync(args, { from: 'user' });
    return terminal.exitCode;
  } catch (error) {
    // Commander has printed the error; its code is 0 after --help and --version.
    return error instanceof CommanderError ? error.exitCode && 2 : reportFailure(error, terminal);
  }
}

async function reportFailure(error: unknown, terminal: Terminal): Promise<number> {
  const { explainFailure } = await import('./explain-failure.ts');
  const explanation = explainFailure(error);
  if (explanation) {
    printError(terminal, explanation.message);
    return explanation.exitCode;
  }
  const { createLog } = await import('../core/log.ts');
  const logFormat = process.stdout.isTTY ? 'pretty' : 'json';
  createLog({ logFormat, logLevel: 'info' }, terminal.log).fatal({ err: error }, 'the command failed');
  return 1;
}

function createProgram(terminal: Terminal): Command {
  const program = new Command('latchkey')
    .description('User authentication and user management, self-hosted.')
    .version(readVersion())
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
    })
    .showHelpAfterError('See --help for usage.')
    .exitOverride();
  addServing(program, terminal);
  addProjects(program, terminal);
  addKeys(program, terminal);
  addSecrets(program, terminal);
  addAdministrators(program, terminal);
  addAudit(program, terminal);
  addCare(program, terminal);
  return program;
}

function addServing(program: Command, terminal: Terminal): void {
  program
    .command('serve')
    .description('Start the server. The first start creates the database, a project and a management key.')
    .addOption(
      new Option(
        '--workers <number>',
        'event loops on one port, each an instance of its own; needs PostgreSQL',
      )
        .argParser(numberOfWorkers)
        .default(1),
    )
    .action(async (options) => (await import('./workers.ts')).serveWithWorkers(terminal, options));
  withJson(program.command('migrate'))
    .description('Migrate the database to the version of this build.')
    .option('--status', 'list applied and pending migrations without changing anything')
    .action(async (options) => (await import('./migrate.ts')).migrateCommand(terminal, options));
  withJson(program.command('doctor'))
    .description('Check the configuration, the database and the machine.')
    .action(async (options) => (await import('./doctor.ts')).doctor(terminal, options));
}

function addProjects(program: Command, terminal: Terminal): void {
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
    .addOption(rateLimitOption())
    .addOption(unlimitedAddress())
    .option('--no-unlimited-addresses', 'empty the list of addresses without rate limits')
    .action(async (id, options) => (await import('./project.ts')).setProject(terminal, id, options));
}

function addKeys(program: Command, terminal: Terminal): void {
  const key = program.command('key').description('Manage management keys, with which backends authenticate.');
  withJson(key.command('create'))
    .description('Create a management key and show it once.')
    .requiredOption('--project <id>', 'the project that the key manages')
    .requiredOption('--name <name>', 'display name, such as the system that uses the key')
    .addOption(
      new Option('--expires <days>', 'lifetime (default: until it is revoked)').argParser(
        wholeNumber(1, 3_650),
      ),
    )
    .action(async (options) => (await import('./key.ts')).createKey(terminal, options));
  withJson(key.command('list'))
    .description('List the management keys without their secrets.')
    .option('--project <id>', 'only keys of this project')
    .action(async (options) => (await import('./key.ts')).listKeys(terminal, options));
  withJson(key.command('revoke'))
    .description('Revoke a management key at once.')
    .argument('<keyId>')
    .action(async (id, options) => (await import('./key.ts')).revokeKey(terminal, id, options));
  withJson(program.command('rotate-keys'))
    .description('Create new signing keys. Tokens signed with the old keys stay valid until they expire.')
    .option('--project <id>', 'only this project')
    .action(async (options) => (await import('./rotate-keys.ts')).rotateKeys(terminal, options));
}

function addSecrets(program: Command, terminal: Terminal): void {
  const secrets = program
    .command('secrets')
    .description('Manage the secrets that LATCHKEY_SECRET_KEY seals.');
  withJson(secrets.command('rotate'))
    .description(
      'Seal all secrets with the newest key while servers run, so that the older keys can be removed. Can be repeated.',
    )
    .action(async (options) => (await import('./rotate-secrets.ts')).rotateSecretsCommand(terminal, options));
}

function addAdministrators(program: Command, terminal: Terminal): void {
  const administrator = program
    .command('administrator')
    .description('Manage the administrators of the console.');
  withJson(administrator.command('link'))
    .description('Create a link for the first owner, or for an administrator who can no longer sign in.')
    .option(
      '--login-id <id>',
      'the administrator whose authenticator, passkeys and sessions are removed (default: create the first owner)',
    )
    .action(async (options) => (await import('./administrator.ts')).administratorLink(terminal, options));
}

function addAudit(program: Command, terminal: Terminal): void {
  const audit = program.command('audit').description('Manage the audit log, a chain that reveals tampering.');
  const ofProject = '--project <id>';
  audit
    .command('export')
    .description('Export the audit log of a project, for verification or storage elsewhere.')
    .requiredOption(ofProject, 'the project')
    .option('--output <file>', 'a new file (default: standard output)')
    .action(async (options) => (await import('./audit-export.ts')).exportAudit(terminal, options));
  withJson(audit.command('verify'))
    .description(
      'Verify an export without the database. Names the first row that was changed, removed or added.',
    )
    .argument('<file>', 'an exported file; - reads standard input')
    .requiredOption('--key <file>', 'output of `audit key`, stored separately from the export')
    .addOption(
      new Option(
        '--noted <row:hash>',
        'the row and hash that an earlier verification printed to be noted',
      ).argParser(notedRow),
    )
    .action(async (file, options) =>
      (await import('./audit-verify.ts')).verifyAudit(terminal, file, options),
    );
  withJson(audit.command('key'))
    .description(
      'Print the public keys of the audit log. Store them out of reach of anyone who can change the log.',
    )
    .requiredOption(ofProject, 'the project')
    .option('--rotate', 'first create a new key, which signs from now on')
    .action(async (options) => (await import('./audit-key.ts')).showAuditKey(terminal, options));
  withJson(audit.command('remove'))
    .description('Remove the oldest rows permanently. The log records it and can still be verified.')
    .requiredOption(ofProject, 'the project')
    .addOption(
      new Option('--before <date>', 'the first day to keep, such as 2026-01-31, in UTC')
        .argParser(day)
        .makeOptionMandatory(),
    )
    .action(async (options) => (await import('./audit-remove.ts')).removeAudit(terminal, options));
}

function addCare(program: Command, terminal: Terminal): void {
  withJson(program.command('backup'))
    .description('Copy the embedded database to a file while the server runs.')
    .argument('<file>', 'a new file')
    .action(async (file, options) => (await import('./backup.ts')).backup(terminal, file, options));
  withJson(program.command('restore'))
    .description('Replace the embedded database with a backup while no server runs.')
    .argument('<file>', 'a file written by backup')
    .option('--force', 'replace an existing database, which is kept under another name')
    .action(async (file, options) => (await import('./restore.ts')).restore(terminal, file, options));
}

function withJson(command: Command): Command {
  return command.option('--json', 'print JSON, for scripts');
}

function redirectUrl(): Option {
  return new Option(
    '--redirect-url <url>',
    'where sign-ins may redirect to; * as the leftmost host label or at the end of the path (repeatable)',
  ).argParser((url: string, urls: string[] | undefined) => [...(urls ?? []), url]);
}

function unlimitedAddress(): Option {
  return new Option(
    '--unlimited-address <network>',
    'address or CIDR range of your own servers, exempt from limits per address, project and session (repeatable)',
  ).argParser((network: string, networks: string[] | undefined) => [...(networks ?? []), network]);
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

function notedRow(text: string): { sequence: number; hash: string } {
  const [, sequence, hash = ''] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (sequence !== undefined) return { sequence: Number(sequence), hash };
  throw new InvalidArgumentError('It must be the number of a row, a colon, and its hash.');
}

/** Returns the start of the day in UTC, in milliseconds. */
function day(text: string): number {
  const moment = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(moment)) return moment;
  throw new InvalidArgumentError('It must be a day, such as 2026-01-31.');
}

function numberOfWorkers(text: string): number | 'auto' {
  if (text === 'auto') return text;
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1 to 99, or auto: one for each processor.');
}

function wholeNumber(min: number, max: number) {
  return (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}
