import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Runs before anything else is loaded. Without a writable folder it does nothing.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/latchkey', import.meta.url)));
const { runCommand } = await import('./commands/program.ts');
const { processTerminal } = await import('./commands/terminal.ts');
process.exitCode = await runCommand(process.argv.slice(2), processTerminal());
// Resources left open by a failed command must not keep the process alive. What it printed to a pipe may still wait for
// its reader, and `process.exit` would drop that.
if (process.exitCode !== 0) {
  for (const stream of [process.stdout, process.stderr])
    await new Promise((resolve) => stream.write('', resolve));
  process.exit();
}
