import type { Command } from 'commander';
import { createProgram } from '../../server/commands/program.ts';
import { processTerminal } from '../../server/commands/terminal.ts';

const introduction = `# Command line

\`npx latchkey <command>\`, or \`latchkey <command>\` when the package is installed globally. This page is what \`--help\` prints, written by
\`npm run generate\`. [operations.md](operations.md) says when to use which command.

Commands that read or change a project open the database of the server, which may be running meanwhile, with the server's environment
(\`LATCHKEY_DATA_DIR\` or \`DATABASE_URL\`, and \`LATCHKEY_SECRET_KEY\`). The audit log names the command line and the user of the operating system
as the actor. Exit codes: 0 success, 1 failure, 2 wrong usage.
`;

/** Returns the page with the help of every command, in the order of the program's help. */
export function commandLinePage(): string {
  const program = createProgram(processTerminal());
  const sections = program.commands.flatMap((command) => {
    return [
      `## ${command.name()}\n`,
      ...leavesOf(command).map((part) => `\`\`\`\n${helpOf(part)}\n\`\`\`\n`),
    ];
  });
  return [introduction, ...sections].join('\n');
}

function leavesOf(command: Command): Command[] {
  return command.commands.length > 0 ? command.commands.flatMap(leavesOf) : [command];
}

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
    // The default is the width of the terminal.
    getOutHelpWidth: () => 100,
    getOutHasColors: () => false,
  });
  command.outputHelp();
  return text.trimEnd();
}
