import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { readVersion } from '../core/version.ts';
import { addBrowserOptions } from './browser-options.ts';
import { printError } from './output.ts';
import { rateLimitOption } from './rate-limit-option.ts';
import type { Terminal } from './terminal.ts';

// Each action loads its command when it runs: `--help` and `key list` start without the server.

/** Runs one command, and returns its exit code: 0, 1 for a failure, 2 for wrong use. */
export async function runCommand(args: string[], terminal: Terminal): Promise<number> {
  // A reader that goes away, like `head`, is no fault of the command.
  for (const stream of [terminal.stdout, terminal.stderr]) stream.on('error', () => {});
  try {
    await createProgram(terminal).parseAsync(args, { from: 'user' });
    return terminal.exitCode;
  } catch (error) {
    // Commander has said what is wrong; its code is 0 after --help and --version.
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
    .showHelpAfterError('Run it with --help to see how it is used.')
    .exitOverride();
  addServing(program, terminal);
  addProjects(program, terminal);
  addKeys(program, terminal);
  addAdministrators(program, terminal);
  addAudit(program, terminal);
  addCare(program, terminal);
  return program;
}

function addServing(program: Command, terminal: Terminal): void {
  program
    .command('serve')
    .description('Serve HTTP. The first start makes the database, a project and a management key.')
    .action(async () => (await import('./serve.ts')).serve(terminal));
  withJson(program.command('migrate'))
    .description('Bring the database to the version of this build.')
    .option('--status', 'show what has run and what is missing, and change nothing')
    .action(async (options) => (await import('./migrate.ts')).migrateCommand(terminal, options));
  withJson(program.command('doctor'))
    .description('Check the configuration, the database and the machine.')
    .action(async (options) => (await import('./doctor.ts')).doctor(terminal, options));
}

function addProjects(program: Command, terminal: Terminal): void {
  const project = program
    .command('project')
    .description('Projects: users of one never meet those of another.');
  withJson(project.command('create'))
    .description('Make a project.')
    .requiredOption('--name <name>', 'for people')
    .addOption(
      new Option('--id <id>', 'P and 27 letters or digits; otherwise a new one').argParser(projectId),
    )
    .addOption(redirectUrl())
    .addOption(algorithm())
    .addOption(
      new Option('--password-min-length <characters>', 'of passwords; otherwise 15').argParser(
        wholeNumber(8, 128),
      ),
    )
    .action(async (options) => (await import('./project.ts')).createProjectCommand(terminal, options));
  withJson(project.command('list'))
    .description('Show the projects and their settings.')
    .action(async (options) => (await import('./project.ts')).listProjects(terminal, options));
  addBrowserOptions(withJson(project.command('set')))
    .description('Change a project. A running server follows within 5 seconds.')
    .argument('<projectId>')
    .option('--name <name>', 'for people')
    .addOption(redirectUrl())
    .option('--no-redirect-urls', 'empty the list of redirect URLs')
    .addOption(minutes())
    .addOption(algorithm())
    .addOption(rateLimitOption())
    .addOption(unlimitedAddress())
    .option('--no-unlimited-addresses', 'empty the list of addresses without limits')
    .action(async (id, options) => (await import('./project.ts')).setProject(terminal, id, options));
}

function addKeys(program: Command, terminal: Terminal): void {
  const key = program.command('key').description("Management keys: what a server's backend signs in with.");
  withJson(key.command('create'))
    .description('Make a management key and show it, once.')
    .requiredOption('--project <id>', 'the project that it manages')
    .requiredOption('--name <name>', 'for people: who has it')
    .addOption(
      new Option('--expires <days>', 'otherwise it is good until it is revoked').argParser(
        wholeNumber(1, 3_650),
      ),
    )
    .action(async (options) => (await import('./key.ts')).createKey(terminal, options));
  withJson(key.command('list'))
    .description('Show the management keys, not what they are.')
    .option('--project <id>', 'only those of this project')
    .action(async (options) => (await import('./key.ts')).listKeys(terminal, options));
  withJson(key.command('revoke'))
    .description('Refuse a management key from now on.')
    .argument('<keyId>')
    .action(async (id, options) => (await import('./key.ts')).revokeKey(terminal, id, options));
  withJson(program.command('rotate-keys'))
    .description('Make new keys to sign tokens with. Tokens of the old ones stay valid until they run out.')
    .option('--project <id>', 'only of this project')
    .action(async (options) => (await import('./rotate-keys.ts')).rotateKeys(terminal, options));
}

function addAdministrators(program: Command, terminal: Terminal): void {
  const administrator = program
    .command('administrator')
    .description('Administrators: who signs in to the console.');
  withJson(administrator.command('link'))
    .description('Make a link that lets in the first owner, or somebody who cannot sign in any more.')
    .option(
      '--login-id <id>',
      'whose authenticator, passkeys and sessions are to go; otherwise the first owner is made',
    )
    .action(async (options) => (await import('./administrator.ts')).administratorLink(terminal, options));
}

function addAudit(program: Command, terminal: Terminal): void {
  const audit = program
    .command('audit')
    .description('The audit log as a chain that shows what was done to it.');
  const ofProject = '--project <id>';
  audit
    .command('export')
    .description('Write the audit log of a project, to be verified or kept elsewhere.')
    .requiredOption(ofProject, 'whose log')
    .option('--output <file>', 'must not exist; otherwise it is standard output')
    .action(async (options) => (await import('./audit-export.ts')).exportAudit(terminal, options));
  withJson(audit.command('verify'))
    .description(
      'Check an export, without the database: names the first row that is broken, missing or added.',
    )
    .argument('<file>', 'what export has written; - is standard input')
    .requiredOption('--key <file>', 'what `audit key` has written before, and not together with the export')
    .addOption(
      new Option('--noted <row:hash>', 'what an earlier verification said is to be noted').argParser(
        notedRow,
      ),
    )
    .action(async (file, options) =>
      (await import('./audit-verify.ts')).verifyAudit(terminal, file, options),
    );
  withJson(audit.command('key'))
    .description('Show the public keys of the audit log. Keep them where the log cannot be reached from.')
    .requiredOption(ofProject, 'whose log')
    .option('--rotate', 'make a new key first, which signs from now on')
    .action(async (options) => (await import('./audit-key.ts')).showAuditKey(terminal, options));
  withJson(audit.command('remove'))
    .description('Remove the oldest rows for good. The log says so, and can still be verified.')
    .requiredOption(ofProject, 'whose log')
    .addOption(
      new Option('--before <date>', 'the first day to be kept, as 2026-01-31, in UTC')
        .argParser(day)
        .makeOptionMandatory(),
    )
    .action(async (options) => (await import('./audit-remove.ts')).removeAudit(terminal, options));
}

function addCare(program: Command, terminal: Terminal): void {
  withJson(program.command('backup'))
    .description('Copy the embedded database into a file while the server runs.')
    .argument('<file>', 'must not exist')
    .action(async (file, options) => (await import('./backup.ts')).backup(terminal, file, options));
  withJson(program.command('restore'))
    .description('Put a backup in the place of the embedded database, while no server runs.')
    .argument('<file>', 'what backup has written')
    .option('--force', 'even if there is a database: it is kept under another name')
    .action(async (file, options) => (await import('./restore.ts')).restore(terminal, file, options));
}

function withJson(command: Command): Command {
  return command.option('--json', 'print JSON, for scripts');
}

function redirectUrl(): Option {
  return new Option(
    '--redirect-url <url>',
    'where sign-ins may return to; repeat it for each, * as the leftmost host label or at the end of the path',
  ).argParser((url: string, urls: string[] | undefined) => [...(urls ?? []), url]);
}

function unlimitedAddress(): Option {
  return new Option(
    '--unlimited-address <network>',
    'address or CIDR range of your own servers, without limits per address, project and session; repeat it for each',
  ).argParser((network: string, networks: string[] | undefined) => [...(networks ?? []), network]);
}

function algorithm(): Option {
  return new Option('--algorithm <name>', 'what tokens are signed with').choices(['RS256', 'ES256']);
}

function minutes(): Option {
  return new Option('--session-minutes <minutes>', 'how long a session token is good for').argParser(
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

/** Its beginning in UTC, in milliseconds. */
function day(text: string): number {
  const moment = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(moment)) return moment;
  throw new InvalidArgumentError('It must be a day, as 2026-01-31.');
}

function wholeNumber(min: number, max: number) {
  return (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}
