import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Before anything else is loaded. Without a writable folder it does nothing.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/latchkey', import.meta.url)));
const { runCommandLine } = await import('./commands/program.ts');
await runCommandLine(process.argv.slice(2));
