import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyToken, otherKinds, sessionKinds } from '../all-tokens.ts';
import { type Provider, startProvider } from '../applications.ts';
import { temporaryFolder } from '../counterparts/program.ts';
import { password } from '../hosted-pages.ts';
import { type Answer, ask, type Sdk, sdks } from './sdks.ts';

// The tables of `docs/tokens.md`, made by the newest SDKs. `LATCHKEY_PRINT=1` prints what they are today.

const folder = temporaryFolder('sdks');
const folderOf = ({ name }: Sdk) => join(folder, name);
let now: Answer[];
let former: Answer[];

beforeAll(async () => {
  for (const sdk of sdks) {
    mkdirSync(folderOf(sdk));
    sdk.install(folderOf(sdk));
  }
  now = await answers(await startProvider(), true);
  former = await answers(await startProvider(), false);
});
const providers: Provider[] = [];
afterAll(async () => {
  for (const { latchkey } of providers) await latchkey.close();
});

async function answers(provider: Provider, separateApplicationTokens: boolean): Promise<Answer[]> {
  providers.push(provider);
  const { latchkey } = provider;
  const { projectId, baseUrl } = latchkey;
  await provider.manage('/v1/mgmt/project/settings', { separateApplicationTokens });
  const tokens = await everyToken(provider);
  const answered: Answer[] = [];
  for (const sdk of sdks) {
    const loginId = await provider.makeUser();
    const { body } = await latchkey.request('POST', '/v1/auth/password/signin', {
      body: { loginId, password },
    });
    const question = { projectId, baseUrl, tokens, refreshJwt: body.refreshJwt };
    answered.push(await ask(sdk, folderOf(sdk), question));
  }
  return answered;
}

const columns = sdks.flatMap((sdk) => sdk.columns);

function tableOf(given: Answer[], kinds: readonly string[]): string {
  const rows = kinds.map((kind) => [
    kind,
    ...given.flatMap(({ accepted }) =>
      (accepted[kind] ?? []).map((isAccepted) => (isAccepted ? 'yes' : '–')),
    ),
  ]);
  const lines = [['token', ...columns], ['---', ...columns.map(() => '---')], ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const docs = readFileSync(join(import.meta.dirname, '../../docs/tokens.md'), 'utf8');

test('the table of the docs says which tokens the newest SDKs accept as sessions', () => {
  const table = tableOf(now, Object.keys(now[0]!.accepted));
  if (process.env['LATCHKEY_PRINT']) console.log(table);
  expect(docs).toContain(table);
});

test('so does the table for projects of earlier versions', () => {
  const table = tableOf(former, otherKinds);
  if (process.env['LATCHKEY_PRINT']) console.log(table);
  expect(docs).toContain(table);
});

test('the newest SDKs accept each session JWT, and refresh sessions, with an audience', () => {
  for (const [index, { accepted, refreshed }] of now.entries()) {
    const { name } = sdks[index]!;
    expect(refreshed, name).toBe(true);
    for (const kind of sessionKinds) expect(accepted[kind]?.[0], `${name}: ${kind}`).toBe(true);
    for (const kind of otherKinds) expect(accepted[kind]?.includes(true), `${name}: ${kind}`).toBe(false);
  }
});
