import { checkClocks, checkConnections, checkDatabase, checkDatabaseTls, checkOwners } from './database.ts';
import { checkAuditStreams, checkMail, checkMailDomains } from './delivery.ts';
import type { Line } from './line.ts';
import { checkBackups, checkNode, checkPermissions, checkSpace } from './machine.ts';
import {
  checkAddress,
  checkHeld,
  checkKeyInUse,
  checkLog,
  checkMetrics,
  checkMode,
  checkProxies,
  checkSecretKey,
  checkSettings,
} from './settings.ts';
import { checkEngineLine, checkMigrationsLine } from './version.ts';

/** The production checklist, for `latchkey doctor --production` and for docs/deploy/production-checklist.md. */
export const checklist: readonly Line[] = [
  {
    id: 'mode',
    title: 'Development mode is off',
    check: checkMode,
    remedy: 'Remove `LATCHKEY_MODE`, and start the server with `latchkey serve`.',
  },
  {
    id: 'settings',
    title: 'The settings are complete and spelled correctly',
    check: checkSettings,
    remedy: 'Correct the setting that the line names. operations.md lists all settings.',
  },
  {
    id: 'secret-key',
    title: 'The secret key is set, outside the data folder',
    check: checkSecretKey,
    remedy:
      'Set `LATCHKEY_SECRET_KEY_FILE` to a file outside the data folder. A copy of the folder must not contain the key.',
  },
  {
    id: 'previous-keys',
    title: 'The newest secret key encrypts every value',
    check: checkKeyInUse,
    remedy: 'Run `latchkey secrets rotate`, then remove the previous keys.',
  },
  {
    id: 'base-url',
    title: 'The base URL is https and responds',
    check: checkAddress,
    remedy:
      'Set `LATCHKEY_BASE_URL` to the public https address, and put a proxy with a certificate in front of Latchkey.',
  },
  {
    id: 'proxies',
    title: 'The proxies are configured, so that rate limits see each client',
    check: checkProxies,
    remedy:
      'Set `LATCHKEY_TRUSTED_PROXIES` to the addresses of your proxies, and configure them to send `X-Forwarded-For`.',
  },
  {
    id: 'database',
    title: 'The database responds and suits the number of instances',
    check: checkDatabase,
    remedy: 'Use PostgreSQL for more than one instance. `latchkey move` copies the embedded database to it.',
  },
  {
    id: 'engine',
    title: 'The database keeps every committed write',
    check: checkEngineLine,
    remedy: 'Change the setting of the database that the line names.',
  },
  {
    id: 'version',
    title: 'The database has the version of this build',
    check: checkMigrationsLine,
    remedy: 'Run `latchkey migrate`, or start the server, which migrates the database.',
  },
  {
    id: 'connections',
    title: 'PostgreSQL has enough connections',
    check: checkConnections,
    remedy:
      'Raise `max_connections`, lower `LATCHKEY_DATABASE_POOL`, or put PgBouncer between Latchkey and PostgreSQL.',
  },
  {
    id: 'database-tls',
    title: 'The connection to PostgreSQL is encrypted',
    check: checkDatabaseTls,
    remedy: 'Add `?sslmode=verify-full` to `DATABASE_URL`.',
  },
  {
    id: 'clock',
    title: 'The clock is correct',
    check: checkClocks,
    remedy: 'Synchronize the clocks of all machines with NTP.',
  },
  {
    id: 'mail',
    title: 'Each project can send email',
    check: checkMail,
    remedy: 'Set a connector in the console under Connectors, or correct its server, port and password.',
  },
  {
    id: 'mail-domain',
    title: 'The sender’s domain has SPF and DMARC records',
    check: checkMailDomains,
    remedy: 'Add the TXT records that your mail provider names. Without them, codes end up in spam folders.',
  },
  {
    id: 'held-messages',
    title: 'Messages are not held',
    check: checkHeld,
    remedy: 'Remove `LATCHKEY_HOLD_MESSAGES`, and restart.',
  },
  {
    id: 'owners',
    title: 'Two owners can sign in to the console with a second factor',
    check: checkOwners,
    remedy:
      'Add an owner in the console under Administrators. For the first one, run `latchkey administrator link`.',
  },
  {
    id: 'audit',
    title: 'The audit log is also kept elsewhere',
    check: checkAuditStreams,
    remedy:
      'Add a stream with `latchkey audit stream add`, or export the log regularly with `latchkey audit export`.',
  },
  {
    id: 'backups',
    title: 'The last backup is less than 26 hours old',
    check: checkBackups,
    remedy: 'Run `latchkey backup` every day, and rehearse a restore. Pass the folder with `--backups`.',
  },
  {
    id: 'disk',
    title: 'The disk of the data folder has space',
    check: checkSpace,
    remedy: 'Free space on that disk, or move the data folder to a larger one.',
  },
  {
    id: 'permissions',
    title: 'Other users of the machine cannot read the data and the secrets',
    check: checkPermissions,
    remedy: 'Run `chmod 700` on the folder and `chmod 400` on the files that the line names.',
  },
  {
    id: 'node',
    title: 'The version of Node.js is supported',
    check: checkNode,
    remedy: 'Install the newest release of a long-term support version of Node.js.',
  },
  {
    id: 'metrics',
    title: 'Metrics are collected, and not public',
    check: checkMetrics,
    remedy: 'Set `LATCHKEY_METRICS_PORT`, and open the port to your own network only.',
  },
  {
    id: 'log',
    title: 'The log has a level for production',
    check: checkLog,
    remedy: 'Set `LATCHKEY_LOG=json:info`.',
  },
];
