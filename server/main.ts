import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Runs before anything else is loaded. Without a writable folder it does nothing.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/latchkey', import.meta.url)));
const { runCommand } = await import('./commands/program.ts');
const { processTerminal } = await import('./commands/terminal.ts');
process.exitCode = await runCommand(process.argv.slice(2), processTerminal());
// Resources left open by a failed command must not keep the process alive.
if (process.exitCode !== 0) process.exit();
