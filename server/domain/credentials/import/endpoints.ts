import { ServiceError } from '../../../core/errors.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { t } from '../../../http/schema.ts';
import { userSchema, userToWire } from '../../directory/users/wire.ts';
import { readAuth0Rows } from './auth0-rows.ts';
import { importLimits } from './import-row.ts';
import { importUsers } from './import-users.ts';
import { readLatchkeyRows } from './latchkey-rows.ts';
import { readUploadedRecords } from './read-file.ts';

function readRows({ source, users, hashes }: { source: string; users?: unknown; hashes?: unknown }) {
  const userRecords = readUploadedRecords('users', users);
  const hashRecords = readUploadedRecords('hashes', hashes);
  switch (source.toLowerCase()) {
    case 'auth0':
      return readAuth0Rows(userRecords, hashRecords);
    case 'latchkey':
      if (hashRecords.length > 0) {
        throw new ServiceError(
          'E011004',
          'hashes is for source auth0 only. With source latchkey, put hashedPassword into each user',
        );
      }
      return readLatchkeyRows(userRecords);
    default:
      throw new ServiceError('E011004', 'source must be auth0 or latchkey');
  }
}

const file = (description: string) => t.optional(t.any({ description }));

export const importEndpoints = [
  endpoint({
    name: 'management.user.import',
    method: 'POST',
    path: '/v1/mgmt/user/import',
    summary: 'Import users from another system',
    description:
      'users and hashes are a JSON list or one JSON object per line, as text, as base64, or as an object of bytes. ' +
      'Source latchkey: each record has the fields of an entry of user/create/batch. Source auth0: its user export and its ' +
      'export of password hashes. A row that fails is listed and stops no other; existing users are left unchanged. With an ' +
      'unverified address, what the record brings counts until another person proves the address. With dryrun, nothing is ' +
      'stored and the answer is the same. At most 10,000 users, 1,000 of them with a password in clear, and 8 MiB.',
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
    }),
    errors: ['E011004'],
    client: { parameters: ['source', 'users', 'hashes', 'dryrun'] },
    bodyLimitBytes: importLimits.bodyBytes,
    jsonLimits: { maxItems: importLimits.rows, maxKeys: importLimits.bodyBytes },
    handle: async (ctx, { dryrun = false, ...files }) => {
      const { users, failures } = await importUsers(ctx, readRows(files), { dryRun: dryrun });
      return {
        users: users.map(userToWire),
        failures: failures.map(({ user, reason }) => ({ user, reason })),
      };
    },
  }),
];
