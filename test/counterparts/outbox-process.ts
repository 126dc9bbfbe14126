import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../server/core/config.ts';
import type { ProjectContext } from '../../server/core/context.ts';
import { createLog } from '../../server/core/log.ts';
import type { Project } from '../../server/core/project.ts';
import { saveConnector } from '../../server/delivery/connectors/connectors.ts';
import { enqueueMessage } from '../../server/delivery/outbox.ts';
import { leaseMs, startSender } from '../../server/delivery/sender.ts';
import { createProject } from '../../server/domain/administration/instance/create-project.ts';
import { loadProjects } from '../../server/domain/project/projects/load-project.ts';
import { openInstance } from '../../server/instance.ts';
import { transaction } from '../../server/storage/transaction.ts';

/**
 * Another process on the same database: `write <port>` sends mails to an SMTP server at that port until it is
 * killed, and prints each address when it is acknowledged; `finish` sends the rest, after the claims have
 * expired.
 */
const [command, port] = process.argv.slice(2);
const offset = command === 'finish' ? leaseMs : 0;
const config = readConfig('development');
const service = await openInstance(config, { log: createLog(config), now: () => Date.now() + offset });
const [known] = await loadProjects(service);
const project = known ?? ((await createProject(service, { name: 'Test project' })) as Project);
const context: ProjectContext = {
  ...service,
  project,
  actor: { type: 'system', id: 'test' },
  request: { id: 'test', remoteAddress: '127.0.0.1', userAgent: '' },
};

async function write(): Promise<void> {
  await saveConnector(service, project.id, {
    channel: 'email',
    provider: 'smtp',
    settings: {
      host: '127.0.0.1',
      port: Number(port),
      security: 'none',
      username: '',
      fromAddress: 'login@project.example',
      fromName: '',
      replyTo: '',
    },
    secret: { password: '' },
    changedAt: service.now(),
  });
  startSender(service);
  for (let i = 0; ; i += 1) {
    const to = `user${i}@example.com`;
    await transaction(context, (ctx) =>
      enqueueMessage(ctx, { kind: 'otp', channel: 'email', to, data: { code: '123456' } }),
    );
    process.stdout.write(`${to}\n`);
    await sleep(2);
  }
}

async function finish(): Promise<void> {
  const sender = startSender(service);
  await sender.idle();
  await sender.stop();
  await service.close();
}

await (command === 'write' ? write() : finish());
