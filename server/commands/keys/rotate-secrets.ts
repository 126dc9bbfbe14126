import { countSeals, sumOf } from '../../domain/administration/secret-keys/count-seals.ts';
import { type RotatedColumn, rotateSecrets } from '../../domain/administration/secret-keys/rotate-secrets.ts';
import { sealedColumns } from '../../groups.ts';
import type { Instance } from '../../instance.ts';
import { withService } from '../open.ts';
import { type OutputOptions, printJson, printLine } from '../output.ts';
import type { Terminal } from '../terminal.ts';

/** A line of progress after so many rows of a column. */
const rowsPerLine = 10_000;

/** Fails unless the newest key has sealed everything afterwards that does not expire within minutes. */
export async function rotateSecretsCommand(terminal: Terminal, { json }: OutputOptions): Promise<void> {
  const { key, columns, counts } = await withService(terminal, async (service) => ({
    key: service.sealer.keyIds[0] as string,
    columns: await rotate(service, (text) => json || printLine(terminal, text)),
    counts: await countSeals(service, sealedColumns),
  }));
  const rest = counts.filter(({ keyId }) => keyId !== key);
  const remaining = sumOf(rest.filter(({ expires }) => !expires));
  const expiring = sumOf(rest) - remaining;
  const result = { key, values: sumOf(counts), remaining, expiring };
  if (json) printJson(terminal, { ...result, columns });
  else {
    printLine(
      terminal,
      `The key ${key} seals ${result.values - remaining - expiring} of ${result.values} values.`,
    );
    if (expiring > 0) printLine(terminal, `${expiring} others expire within minutes.`);
    if (remaining > 0)
      printLine(
        terminal,
        `${remaining} others are not sealed with it. Run the command again, or see \`latchkey doctor\`.`,
      );
  }
  if (remaining > 0) terminal.exitCode = 1;
}

/** Returns the columns in which something was done. */
async function rotate(service: Instance, print: (text: string) => void): Promise<RotatedColumn[]> {
  const columns = new Map<string, RotatedColumn>();
  let printed = 0;
  for await (const progress of rotateSecrets(service, sealedColumns)) {
    const { table, column, resealed, changed, unreadable } = progress;
    const name = `${table}.${column}`;
    if (!columns.has(name)) printed = 0;
    columns.set(name, progress);
    if (resealed + changed + unreadable < printed + rowsPerLine) continue;
    printed = resealed + changed + unreadable;
    print(`${name}: ${resealed} rows so far`);
  }
  const done = [...columns.values()].filter(
    ({ resealed, changed, unreadable }) => resealed + changed + unreadable > 0,
  );
  for (const { table, column, resealed, changed, unreadable } of done) {
    print(
      `${table}.${column}: ${resealed} rows sealed` +
        `${changed > 0 ? `, ${changed} changed in the meantime` : ''}${unreadable > 0 ? `, ${unreadable} cannot be opened` : ''}`,
    );
  }
  return done;
}
