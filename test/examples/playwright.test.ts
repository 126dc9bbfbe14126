import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../counterparts/program.ts';
import { newEmptyPlace, startServer } from '../latchkey-process.ts';
import { commandsOf } from './quick-start.ts';

test('Playwright: the commands of the guide run its tests, with several workers', async () => {
  const place = await newEmptyPlace();
  onTestFinished(() => place.remove());
  const server = await startServer(place);
  onTestFinished(async () => {
    server.kill('SIGTERM');
    await server.exited;
  });
  const { baseUrl, projectId, managementKey = '' } = server.start;
  const script = commandsOf('playwright')
    .commands.replaceAll('~/latchkey-playwright', join(temporaryFolder('playwright'), 'app'))
    .replace('PROJECT_ID=P…', `PROJECT_ID=${projectId}`)
    .replace('MANAGEMENT_KEY=…', `MANAGEMENT_KEY=${managementKey}`)
    // The browser of Debian, which this test has, in place of a download.
    .replace('npx playwright install chromium\n', '')
    .replace('npm test\n', 'npm test -- --workers=2\n');
  const env = { ...process.env, BASE_URL: baseUrl, CHROMIUM: '/usr/bin/chromium-headless-shell' };
  const { status, stdout, stderr } = spawnSync('bash', ['-euc', script], { env, encoding: 'utf8' });
  expect(stdout, `${stdout}\n${stderr}`).toContain('6 passed');
  expect(status).toBe(0);
});
