import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../client/client.ts';
import { temporaryFolder } from '../../counterparts/program.ts';
import { newEmptyPlace, type ServerProcess, startServer } from '../../latchkey-process.ts';
import { languages } from './languages.ts';
import { guides, setUp, stepsOf } from './page.ts';
import { type Door, outputs, values } from './values.ts';

const place = await newEmptyPlace();
let server: ServerProcess;

beforeAll(async () => {
  server = await startServer(place);
});

afterAll(async () => {
  server.kill('SIGTERM');
  await server.exited;
  await place.remove();
});

const shell = languages[0]!;
const only = process.env['GUIDE']?.split(',');

describe.each(languages)('$title', (language) => {
  const folder = temporaryFolder(`guides-${language.title}`);
  const beginning = stepsOf(setUp)[0]!.code.get(language.title) ?? '';
  beforeAll(() => language.install(folder));

  test.each(guides.filter((guide) => !only || only.includes(guide)))(
    '%s runs as it stands',
    async (guide) => {
      const door = await newProject();
      for (const { heading, command, code } of stepsOf(guide)) {
        const written = command ?? code.get(language.title);
        if (written === undefined) continue;
        const writer = command === undefined ? language : shell;
        const { status, output } = await run(
          writer.write(folder, beginning, await filledIn(written, door)),
          folder,
          door,
        );
        const place = `${guide}, “${heading}”`;
        expect(output, place).not.toContain('errorCode');
        expect(status, `${place}: ${output}`).toBe(0);
        const shown = command === undefined && outputs[guide]?.[heading];
        if (shown) expect(output, place).toMatch(shown);
        door.printed += `${output}\n`;
      }
    },
  );
});

/** Creates a project for one guide in one language, so that their users do not meet, and empties the inbox. */
async function newProject(): Promise<Door> {
  const { baseUrl, projectId, managementKey = '' } = server.start;
  const { management } = createClient({ baseUrl, projectId, managementKey });
  const cloned = await management.project.clone('Guide');
  if (!cloned.ok) throw new Error(cloned.error.errorMessage);
  await fetch(`${baseUrl}/dev/inbox/messages`, { method: 'DELETE' });
  return { baseUrl, projectId: cloned.data.projectId, managementKey, printed: '' };
}

async function filledIn(code: string, door: Door): Promise<string> {
  let text = code;
  for (const [placeholder, find] of Object.entries(values)) {
    if (text.includes(placeholder)) text = text.replaceAll(placeholder, await find(door));
  }
  return text.replaceAll('http://localhost:8080', door.baseUrl);
}

async function run(command: string[], cwd: string, door: Door): Promise<{ status: number; output: string }> {
  const [program = '', ...args] = command;
  const env = {
    ...process.env,
    BASE_URL: door.baseUrl,
    PROJECT_ID: door.projectId,
    MANAGEMENT_KEY: door.managementKey,
  };
  const child = spawn(program, args, { cwd, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [status] = (await once(child, 'close')) as [number];
  return { status, output };
}
