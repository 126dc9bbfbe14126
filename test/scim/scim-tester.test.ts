import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../counterparts/program.ts';
import { startDirectory } from '../directories.ts';
import { startLatchkey } from '../harness.ts';

// Runs the compliance checks of scim2-tester (docs/conformance-scim.md). SCIM_TESTER_VENV: a virtual environment that has them.

const packages = ['scim2-tester==0.5.2', 'scim2-client[httpx2]==0.13.2'];

function virtualEnvironment(): string {
  const given = process.env['SCIM_TESTER_VENV'];
  if (given) return given;
  const folder = temporaryFolder('scim-tester');
  execFileSync('python3', ['-m', 'venv', folder]);
  execFileSync(join(folder, 'bin', 'pip'), ['install', '--quiet', ...packages]);
  return folder;
}

test('scim2-tester finds no error', async () => {
  const python = join(virtualEnvironment(), 'bin', 'python');
  const latchkey = await startLatchkey();
  try {
    // No number: the checks fill decimals with text.
    const attributes = [
      { name: 'badge', type: 1, displayName: 'Badge' },
      { name: 'remote', type: 3, displayName: 'Remote' },
      {
        name: 'shirt',
        type: 4,
        displayName: 'Shirt',
        options: ['S', 'M', 'L'].map((value) => ({ value, label: value })),
      },
    ];
    await latchkey.manage('POST', '/v1/mgmt/user/customattribute/create', { attributes });
    const directory = await startDirectory(latchkey);
    const program = join(import.meta.dirname, 'check-server.py');
    const child = spawn(python, [program, `${latchkey.baseUrl}/scim/v2`, directory.token], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    await once(child, 'exit');
    const { counts, failures } = JSON.parse(output) as { counts: Record<string, number>; failures: string[] };
    console.info(counts);
    expect(failures).toEqual([]);
    expect(counts['SUCCESS']).toBeGreaterThan(100);
  } finally {
    await latchkey.close();
  }
});
