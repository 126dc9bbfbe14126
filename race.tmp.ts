import { openService } from './server/service.ts';
import { readConfig } from './server/core/config.ts';
import { createLog } from './server/core/log.ts';
import { prepareFirstStart } from './server/commands/first-start.ts';
const config = readConfig('development');
try {
  const service = await openService(config, { log: createLog(config) });
  await prepareFirstStart(service, config);
  await new Promise(r => setTimeout(r, 300));
  await service.close();
} catch (e) { console.log(process.pid, e); process.exit(1) }
