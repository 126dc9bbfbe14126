import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createLanguage, type TextTree } from '../../../core/languages/language.ts';
import { type Cell, type Guide, guideLanguages, guideOf, type Part } from './guide.ts';
import { type ProviderId, providers } from './providers.ts';

const english = JSON.parse(
  readFileSync(new URL('../../../core/languages/en.json', import.meta.url), 'utf8'),
) as TextTree;
const { ssoFindings } = createLanguage('en', english).texts;

/** Returns the words of the provider's screens and the literals, which no translation changes. */
function names(text: string): string[] {
  return (text.match(/`[^`]+`|(?<![\w*])\*[^*]+\*/g) ?? []).sort();
}

const ofCell = (cell: Cell) => ('text' in cell ? names(cell.text) : cell);

function ofPart(part: Part) {
  if (part.kind === 'values')
    return { rows: part.rows.map(({ name, value }) => [ofCell(name), ofCell(value)]) };
  return { kind: part.kind, names: part.kind === 'code' ? part.text : names(part.text) };
}

/** Returns everything that the languages have in common. */
function shapeOf({ protocols, mistakes }: Guide) {
  const { saml, oidc } = protocols;
  return {
    protocols: [saml, oidc].map(({ lead, steps }) => [
      lead.map(ofPart),
      steps.map((step) => step.map(ofPart)),
    ]),
    mistakes: mistakes.map(({ shown, remedy }) => ({ shown, names: names(remedy) })),
  };
}

function partsOf(guide: Guide, protocol: 'saml' | 'oidc') {
  const { lead, steps } = guide.protocols[protocol];
  return [lead, ...steps].flat();
}

describe.each(Object.keys(providers) as ProviderId[])('the instructions for %s', (id) => {
  const inEnglish = guideOf(id, 'en', ssoFindings);

  test.each(guideLanguages)('have the same steps, names and values in %s', (language) => {
    const guide = guideOf(id, language, ssoFindings);
    expect(guide.language).toBe(language);
    expect(shapeOf(guide)).toEqual(shapeOf(inEnglish));
  });

  test.each([
    ['saml', ['acsUrl', 'entityId'], ['metadataUrl', 'metadataXml']],
    ['oidc', ['redirectUri'], ['issuer']],
  ] as const)(
    'give every value of ours to %s, and say where the values of the provider are',
    (protocol, ours, fields) => {
      const cells = partsOf(inEnglish, protocol).flatMap((part) =>
        part.kind === 'values' ? part.rows.flatMap(({ name, value }) => [name, value]) : [],
      );
      for (const one of ours) expect(cells).toContainEqual({ ours: one });
      expect(
        cells.filter((cell) => 'field' in cell && (fields as readonly string[]).includes(cell.field)),
      ).toHaveLength(1);
      if (protocol === 'oidc') {
        for (const field of ['clientId', 'clientSecret']) expect(cells).toContainEqual({ field });
      }
    },
  );

  test('name findings that exist, and numbers that follow each other', () => {
    // A name without spaces is a finding, or a code of the provider.
    for (const { shown } of inEnglish.mistakes) {
      if ('message' in shown) expect(shown.message).toMatch(/[ _:]|^[A-Z]+\d+$/);
    }
    expect(inEnglish.mistakes.length).toBeGreaterThan(2);
    for (const language of guideLanguages) {
      const text = readFileSync(new URL(`providers/${language}/${id}.md`, import.meta.url), 'utf8');
      for (const section of text.split(/^## /m)) {
        const numbers = [...section.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
        expect(numbers).toEqual(numbers.map((_, index) => index + 1));
      }
      const { saml, oidc } = guideOf(id, language, ssoFindings).protocols;
      expect(saml.steps.length + oidc.steps.length).toBe([...text.matchAll(/^\d+\. /gm)].length);
    }
  });
});

test('readers of other languages get English instructions', () => {
  expect(guideOf('okta', 'pt-BR', ssoFindings).language).toBe('en');
  expect(guideOf('okta', 'de-AT', ssoFindings).language).toBe('de');
});
