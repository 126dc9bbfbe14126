/**
 * Runs another instance on the database of the environment.
 *
 *     node bench/outbox-process.ts fill <count> <port of the mail server>
 *     node bench/outbox-process.ts send       starts when it reads a line, and runs until it is stopped
 */
import { once } from 'node:events';
import { readConfig } from '../server/core/config.ts';
import type { ProjectContext } from '../server/core/context.ts';
import { createLog } from '../server/core/log.ts';
import { saveConnector } from '../server/delivery/connectors/connectors.ts';
import { enqueueMessage } from '../server/delivery/outbox.ts';
import { startSender } from '../server/delivery/sender.ts';
import { createProject } from '../server/domain/administration/instance/create-project.ts';
import { loadProjects } from '../server/domain/project/projects/load-project.ts';
import { openInstance } from '../server/instance.ts';
import { transaction } from '../server/storage/transaction.ts';

const [command, count, port] = process.argv.slice(2);
const config = readConfig('production');
const service = await openInstance(config, { log: createLog(config) });
await (command === 'fill' ? fill(Number(count), Number(port)) : send());
await service.close();
process.exit();

async function fill(messages: number, mailPort: number): Promise<void> {
  if ((await loadProjects(service)).length === 0) await createProject(service, { name: 'Bench' });
  const [project] = await loadProjects(service);
  await saveConnector(service, project!.id, {
    ...{ channel: 'email', provider: 'smtp', changedAt: service.now(), secret: { password: '' } },
    settings: {
      ...{ host: '127.0.0.1', port: mailPort, security: 'none', username: '' },
      ...{ fromAddress: 'sign-in@bench.example', fromName: '', replyTo: '' },
    },
  });
  const context: ProjectContext = {
    ...service,
    project: project!,
    actor: { type: 'system', id: 'bench' },
    request: { id: 'bench', remoteAddress: '127.0.0.1', userAgent: '' },
  };
  await transaction(context, async (ctx) => {
    for (let index = 0; index < messages; index += 1) {
      // There is a limit for each address.
      const to = `user${index}.${process.pid}@bench.example`;
      await enqueueMessage(ctx, { kind: 'otp', channel: 'email', to, data: { code: '271828' } });
    }
  });
}

async function send(): Promise<void> {
  console.log('ready');
  await once(process.stdin, 'data');
  const sender = startSender(service);
  await once(process, 'SIGTERM');
  await sender.stop();
}
