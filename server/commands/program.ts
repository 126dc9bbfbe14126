import { Command, CommanderError } from 'commander';
import { readVersion } from '../core/version.ts';
import { addAdministratorCommands } from './administrator/declare.ts';
import { addAuditCommands } from './audit/declare.ts';
import { addComponentCommands } from './components/declare.ts';
import { addConnectorCommands } from './connector/declare.ts';
import { addDatabaseCommands } from './database/declare.ts';
import { addKeyCommands, addSecretCommands } from './keys/declare.ts';
import { printError } from './output.ts';
import { addProjectCommands } from './project/declare.ts';
import { refuseDash } from './refuse-dash.ts';
import { addRoleCommands } from './role/declare.ts';
import { addSearchCommands } from './search/declare.ts';
import { addServeCommand } from './serve/declare.ts';
import { addSnapshotCommands } from './snapshot/declare.ts';
import { addTenantCommands } from './tenant/declare.ts';
import type { Terminal } from './terminal.ts';
import { addTransferCommands } from './transfer/declare.ts';
import { addUserCommands } from './user/declare.ts';

// Each action loads its command when it runs, so that `--help` and `key list` do not load the server.

/** Runs one command, and returns its exit code: 0, 1 for a failure, 2 for wrong use. */
export async function runCommand(args: string[], terminal: Terminal): Promise<number> {
  // A reader that closes the pipe, like `head`, is not a failure.
  for (const stream of [terminal.stdout, terminal.stderr]) stream.on('error', () => {});
  // Nothing else may stand in the output of `--json`.
  if (args.includes('--json')) terminal.log = { write: (line) => void terminal.stderr.write(line) };
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

export function createProgram(terminal: Terminal): Command {
  const program = new Command('latchkey')
    .description('Self-hosted user authentication and user management.')
    .version(readVersion())
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
    })
    .showHelpAfterError('See --help for usage.')
    .exitOverride()
    .hook('preAction', (_, command) => refuseDash(command));
  program.commandsGroup('Server:');
  addServeCommand(program, terminal);
  addDatabaseCommands(program, terminal);
  addSearchCommands(program, terminal);
  addComponentCommands(program, terminal);
  program.commandsGroup('Projects:');
  addProjectCommands(program, terminal);
  addKeyCommands(program, terminal);
  addUserCommands(program, terminal);
  addTenantCommands(program, terminal);
  addRoleCommands(program, terminal);
  addConnectorCommands(program, terminal);
  addSnapshotCommands(program, terminal);
  addTransferCommands(program, terminal);
  program.commandsGroup('Access and security:');
  addAdministratorCommands(program, terminal);
  addAuditCommands(program, terminal);
  addSecretCommands(program, terminal);
  return program;
}
