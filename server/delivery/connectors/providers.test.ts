import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { providers } from './providers.ts';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

test.each([
  [
    'a form in the console',
    'console/screens/messages/connector-forms.ts',
    (name: string) => `provider: '${name}'`,
  ],
  ['a command', 'docs/command-line.md', (name: string) => `latchkey connector set ${name} `],
  ['a row in the guide', 'docs/messages.md', (name: string) => `POST ${channelOf(name)}/${name}`],
])('every provider has %s', (_, path, mention) => {
  const text = read(path);
  expect(providers.filter(({ name }) => !text.includes(mention(name))).map(({ name }) => name)).toEqual([]);
});

function channelOf(name: string): string | undefined {
  return providers.find((provider) => provider.name === name)?.channel;
}
