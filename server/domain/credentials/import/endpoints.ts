import { randomUUID } from 'node:crypto';
import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { mapInTurns } from '../../../core/turns.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { t } from '../../../http/schema.ts';
import { userSchema, userToWire } from '../../directory/users/wire.ts';
import { type ImportRow, importLimits, type ReadyRow } from './import-row.ts';
import { importUsers } from './import-users.ts';
import { readLatchkeyRow } from './latchkey-rows.ts';
import { claimNames, settleNames } from './names.ts';
import { readUploadedRecords } from './read-file.ts';
import { readSourceRow } from './read-row.ts';
import { auth0, noteAuth0Hash } from './sources/auth0.ts';
import { FileIndex } from './store-claims.ts';
import { loadKnown } from './usable.ts';

interface Upload {
  source: string;
  users?: unknown;
  hashes?: unknown;
}

/** Reads the rows, and leaves each name to one of them. */
async function readRows(
  ctx: ProjectContext,
  { source, users, hashes }: Upload,
): Promise<{ rows: ImportRow[]; names: string[] }> {
  const userRecords = readUploadedRecords('users', users);
  const hashRecords = readUploadedRecords('hashes', hashes);
  // A file of hashes alone has addresses too, which is enough to create users.
  const records = userRecords.length > 0 ? userRecords : hashRecords;
  const names = records.map((one, at) => nameOf(one, placeOf(at)));
  const index = new FileIndex();
  try {
    switch (source) {
      case 'auth0': {
        for (const one of hashRecords) noteAuth0Hash((key, hash) => index.putHash(key, hash), one);
        const extras = { hashOf: (key: string) => index.hashOf(key), hashConfig: '', now: ctx.now() };
        const reading = { source: auth0, extras, known: await loadKnown(ctx) };
        const rows = await mapInTurns(ctx.project.id, records, (one, at): ImportRow => {
          const row = readSourceRow(placeOf(at), one, reading);
          return 'skipped' in row ? { place: placeOf(at), problem: row.skipped } : row;
        });
        return { rows: await settle(ctx, index, rows), names };
      }
      case 'latchkey':
        if (hashRecords.length > 0) {
          throw new ServiceError(
            'E011004',
            'hashes can be used only with source auth0. With source latchkey, put hashedPassword into each user',
          );
        }
        return {
          rows: await settle(
            ctx,
            index,
            await mapInTurns(ctx.project.id, records, (one, at) => readLatchkeyRow(placeOf(at), one)),
          ),
          names,
        };
      default:
        throw new ServiceError('E011004', 'source must be auth0 or latchkey');
    }
  } finally {
    index.close();
  }
}

const placeOf = (at: number) => `record ${at + 1}`;

async function settle(
  { project }: ProjectContext,
  index: FileIndex,
  rows: ImportRow[],
): Promise<ImportRow[]> {
  const keyOf = (row: ReadyRow) => row.key || row.place;
  const claimed = await mapInTurns(project.id, rows, (row): ImportRow => {
    const first = 'user' in row ? claimNames(index, row, keyOf(row)) : undefined;
    return first ? { place: row.place, problem: `The record repeats ${first}. Remove one of them` } : row;
  });
  return mapInTurns(project.id, claimed, (row) =>
    'user' in row ? settleNames(index, row, keyOf(row)) : row,
  );
}

/** Names a record in a response: by a login ID or an address, or by its place. */
function nameOf(record: unknown, place: string): string {
  const { loginId, email, user_id: userId } = (record ?? {}) as Record<string, unknown>;
  const name = [loginId, email, userId].find((one) => typeof one === 'string' && one !== '');
  return (name as string | undefined) ?? place;
}

const file = (description: string) => t.optional(t.any({ description }));

export const importEndpoints = [
  endpoint({
    name: 'management.user.import',
    method: 'POST',
    path: '/v1/mgmt/user/import',
    summary: 'Import users from another system',
    description:
      'users and hashes are a JSON list or one JSON object per line, as text, as base64, or as an object of ' +
      'bytes. With source latchkey, each record has the fields of an entry of user/create/batch. With source ' +
      'auth0, send its user export and its export of password hashes. Failed rows are listed and do not stop ' +
      'the import. Existing users stay unchanged. If an address is unverified, the record’s credentials work ' +
      'until another person verifies the address. An address is the login ID of only one user: the one who has ' +
      'verified it, or otherwise the first one. With dryrun, nothing is stored and the response is the same. ' +
      'At most 10,000 users, 1,000 of them with a plaintext password, and 8 MiB.',
    auth: 'management',
    input: t.object({
      source: t.text({ description: 'auth0 or latchkey' }),
      users: file('The users'),
      hashes: file('Password hashes, if they are in a separate file'),
      dryrun: t.optional(t.flag({ description: 'Only report what would happen. Default: false' })),
    }),
    output: t.object({
      users: t.list(userSchema, { maxItems: importLimits.rows }),
      failures: t.list(
        t.object({ user: t.text({ description: 'Login ID' }), reason: t.text() }, { $id: 'ImportFailure' }),
        { maxItems: importLimits.rows },
      ),
      warnings: t.list(
        t.object(
          {
            user: t.text({ description: 'Login ID' }),
            reason: t.text({ description: 'What was left out or changed' }),
          },
          { $id: 'ImportWarning' },
        ),
        { maxItems: importLimits.rows * 10 },
      ),
    }),
    errors: ['E011004'],
    client: { parameters: ['source', 'users', 'hashes', 'dryrun'] },
    bodyLimitBytes: importLimits.bodyBytes,
    jsonLimits: { maxItems: importLimits.rows, maxKeys: importLimits.bodyBytes },
    handle: async (ctx, { dryrun: dryRun = false, ...upload }) => {
      const source = upload.source.toLowerCase();
      const { rows, names } = await readRows(ctx, { ...upload, source });
      const outcomes = await importUsers(ctx, rows, { source, importId: randomUUID(), dryRun });
      const created = outcomes.flatMap((one) => (one.outcome === 'created' ? [one] : []));
      return {
        users: created.map(({ user }) => userToWire(user)),
        failures: outcomes.flatMap((one, at) =>
          one.outcome === 'created' ? [] : [{ user: names[at]!, reason: one.reason }],
        ),
        warnings: created.flatMap(({ user, row: { warnings } }) =>
          warnings.length === 0 ? [] : [{ user: user.loginIds[0]!, reason: warnings.join('; ') }],
        ),
      };
    },
  }),
];
