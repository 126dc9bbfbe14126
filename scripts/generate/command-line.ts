import type { Command } from 'commander';
import { createProgram } from '../../server/commands/program.ts';
import { processTerminal } from '../../server/commands/terminal.ts';

const introduction = `# Command line

Run \`npx latchkey <command>\`, or \`latchkey <command>\` if you installed the package globally. [operations.md](operations.md) says when to use which command.

- **Environment.** Commands that read or change a project open the database directly, even while the server runs. Give them the environment of the server:
  \`LATCHKEY_DATA_DIR\` or \`DATABASE_URL\`, and \`LATCHKEY_SECRET_KEY\`.
- **Audit log.** It names the command line and your operating-system user as the actor.
- **Exit codes.** 0 is success, 1 is failure, 2 is wrong usage.

This page contains what \`--help\` prints. \`npm run generate\` writes it.
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
