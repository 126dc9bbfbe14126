import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Terminal } from '../terminal.ts';

export function addServeCommand(program: Command, terminal: Terminal): void {
  program
    .command('serve')
    .description('Start the server. The first start creates the database, a project and a management key.')
    .addOption(
      new Option(
        '--workers <number>',
        'the number of worker processes that share the port, or auto for one per CPU core; needs PostgreSQL',
      )
        .argParser(numberOfWorkers)
        .default(1),
    )
    .action(async (options) => (await import('./workers.ts')).serveWithWorkers(terminal, options));
}

function numberOfWorkers(text: string): number | 'auto' {
  if (text === 'auto') return text;
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1 to 99, or auto for one per CPU core.');
}
