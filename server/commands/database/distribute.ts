import { readCommandConfig } from '../../core/config.ts';
import { createLog } from '../../core/log.ts';
import { ExportFault } from '../../domain/project/audit/export/verify-export.ts';
import { verifyLog } from '../../domain/project/audit/export/verify-log.ts';
import { loadAdministrationProject, loadProjects } from '../../domain/project/projects/load-project.ts';
import { type Instance, openInstance } from '../../instance.ts';
import { distribute } from '../../storage/distribute.ts';
import { DistributionError, listLocalTables } from '../../storage/distribution.ts';
import { inProject } from '../open.ts';
import { CommandFailure, type OutputOptions, printJson, printLine } from '../output.ts';
import type { Terminal } from '../terminal.ts';

interface Options extends OutputOptions {
  shards?: number;
  /** `false` with --no-audit. */
  audit: boolean;
}

interface VerifiedLog {
  projectId: string;
  /** The last row that was sealed. */
  sequence: number;
  hash: string;
}

/** Distributes the tables of projects among the nodes of Citus. Compares their rows and verifies the audit logs. */
export async function distributeDatabase(
  terminal: Terminal,
  { shards, audit, json }: Options,
): Promise<void> {
  // One connection: any other one is a running instance.
  const config = { ...readCommandConfig(terminal.env), databasePoolSize: 1 };
  if (!config.databaseUrl)
    throw new DistributionError(
      'Only PostgreSQL with the extension Citus can be distributed. Set DATABASE_URL to the coordinator',
    );
  const service = await openInstance(config, {
    log: createLog(config, terminal.log),
    mayCreate: false,
    acceptsLocalTables: true,
  });
  try {
    const local = service.database.isOnCitus ? await listLocalTables(service.db) : [];
    const verifies = audit && local.length > 0;
    const before = verifies ? await verifyLogs(service, 'before', []) : [];
    const result = await distribute(service.db, {
      ...(shards !== undefined && { shardCount: shards }),
      report: ({ name, rows }) => {
        if (rows > 0 && !json) terminal.stderr.write(`distributed ${name}: ${rows} rows\n`);
      },
    });
    const after = verifies ? await verifyLogs(service, 'after', before) : [];
    if (json) {
      printJson(terminal, { ...result, logs: after });
      return;
    }
    const { distributed, unchanged, nodes, shards: count } = result;
    const rows = distributed.reduce((sum, table) => sum + table.rows, 0);
    printLine(
      terminal,
      distributed.length === 0
        ? `Nothing to do. All ${unchanged} tables of projects are distributed among ${nodes} nodes.`
        : `Distributed ${distributed.length} tables in ${count} shards among ${nodes} nodes. They have ${rows} rows, as before.`,
    );
    for (const { projectId, sequence } of after)
      printLine(terminal, `The audit log of ${projectId} is valid up to row ${sequence}, before and after.`);
  } finally {
    await service.close();
  }
}

async function verifyLogs(
  service: Instance,
  when: 'before' | 'after',
  noted: readonly VerifiedLog[],
): Promise<VerifiedLog[]> {
  const administration = await loadAdministrationProject(service);
  const projects = [...(await loadProjects(service)), ...(administration ? [administration] : [])];
  const verified: VerifiedLog[] = [];
  for (const project of projects) {
    const { id } = project;
    try {
      const { end } = await verifyLog(
        inProject(service, project),
        noted.find(({ projectId }) => projectId === id),
      );
      verified.push({ projectId: id, ...end });
    } catch (error) {
      if (!(error instanceof ExportFault)) throw error;
      throw new CommandFailure(
        `The audit log of ${id} is not valid ${when} the distribution. ${error.message}. ` +
          'Add --no-audit to distribute the database without verifying the logs',
      );
    }
  }
  return verified;
}
