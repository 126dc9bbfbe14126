import { expect, test } from 'vitest';
import type { SsoApplication } from '../../../client/client.ts';
import { fill, templates, valuesFrom, valuesOf } from './templates.ts';

const app = {
  oidcSettings: {
    clientId: 'P1.C1',
    issuer: 'https://id.example.com/P1/C1',
    approvedRedirectUrls: ['https://a/cb'],
  },
  samlSettings: { idpEntityId: 'https://id.example.com/metadata', entityId: 'https://sp.example.com' },
} as SsoApplication;

test.each(templates)('the template $id names only values that exist', (template) => {
  const values = Object.fromEntries(
    Object.entries(valuesOf(app, 's3cret')).map(([name, value]) => [
      name,
      value ?? 'https://id.example.com/x',
    ]),
  );
  const texts = [template.file ?? '', ...(template.fields ?? []).map(([, value]) => value)];
  for (const text of texts) expect(fill(text, values)).not.toMatch(/\{\w+\}/);
  expect(JSON.stringify(valuesFrom(template, 'https://app.example.com/'))).not.toMatch(/\{\w+\}/);
});

test('the redirect URL follows from the address, with or without a slash at its end', () => {
  const grafana = templates.find(({ id }) => id === 'grafana');
  if (!grafana) throw new Error('no template');
  for (const address of ['https://g.example.com/sub', 'https://g.example.com/sub/ '])
    expect(valuesFrom(grafana, address)).toEqual({
      redirectUrls: ['https://g.example.com/sub/login/generic_oauth'],
    });
});
