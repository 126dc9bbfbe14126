import { readFileSync } from 'node:fs';
import { lexer, type Token, type Tokens } from 'marked';
import type { Texts } from '../../../core/languages/texts.ts';
import type { SetupForm, SetupProtocol } from '../../federation/sso-setup-links/setup.ts';
import { type OurValue, ourValues, type ProviderId } from './providers.ts';

/** The languages of the instructions. Readers of other languages get English. */
export const guideLanguages = ['en', 'de', 'fr', 'es'] as const;

export type GuideLanguage = (typeof guideLanguages)[number];

/** The steps with which a tenant's administrator sets up an identity provider, in the words of its own screens. */
export interface Guide {
  language: GuideLanguage;
  protocols: Record<SetupProtocol, Instructions>;
  mistakes: Mistake[];
}

export interface Instructions {
  /** Shown before the steps. */
  lead: Part[];
  steps: Part[][];
}

/** Texts are Markdown for inline elements. */
export type Part =
  | { kind: 'text' | 'note' | 'code'; text: string }
  | { kind: 'values'; titles: string[]; rows: { name: Cell; value: Cell }[] };

/** A text, a value of ours to copy, or a field of our form to fill in. */
export type Cell = { text: string } | { ours: OurValue } | { field: FormField };

export type FormField = Exclude<keyof SetupForm, 'protocol' | 'entityId'>;

const formFields: readonly string[] = [
  'metadataUrl',
  'metadataXml',
  'issuer',
  'clientId',
  'clientSecret',
  'authentication',
] satisfies FormField[];

/** A message of ours or of the identity provider, and what to do. */
export interface Mistake {
  shown: { finding: keyof Texts['ssoFindings'] } | { message: string };
  remedy: string;
}

const folder = new URL('providers/', import.meta.url);

const read = new Map<string, Guide>();

/** Returns the instructions in the language with this tag, or else in English. */
export function guideOf(id: ProviderId, tag: string, findings: Texts['ssoFindings']): Guide {
  const [primary] = tag.toLowerCase().split('-');
  const language = guideLanguages.find((one) => one === primary) ?? 'en';
  const key = `${language}/${id}`;
  const guide = read.get(key) ?? parseGuide(guideText(id, language), language, findings);
  read.set(key, guide);
  return guide;
}

export function guideText(id: ProviderId, language: GuideLanguage): string {
  return readFileSync(new URL(`${language}/${id}.md`, folder), 'utf8');
}

/** Reads the sections `SAML`, `OpenID Connect` and `Mistakes`. Other sections are for the documents only. */
export function parseGuide(markdown: string, language: GuideLanguage, findings: Texts['ssoFindings']): Guide {
  const sections = new Map<string, Token[]>();
  let tokens: Token[] = [];
  for (const token of lexer(markdown)) {
    if (token.type === 'heading' && token['depth'] === 2) {
      tokens = [];
      sections.set(token['text'], tokens);
    } else tokens.push(token);
  }
  const sectionOf = (title: string): Token[] => {
    const section = sections.get(title);
    if (!section) throw new Error(`the section ${title} is missing`);
    return section;
  };
  return {
    language,
    protocols: {
      saml: instructionsOf(sectionOf('SAML')),
      oidc: instructionsOf(sectionOf('OpenID Connect')),
    },
    mistakes: rowsOf(sectionOf('Mistakes').find(isTable)).map(([shown = '', remedy = '']) => {
      const [, name = shown] = /^`(.*)`$/.exec(shown) ?? [];
      return { shown: name in findings ? { finding: name as never } : { message: name }, remedy };
    }),
  };
}

function instructionsOf(tokens: Token[]): Instructions {
  const list = tokens.find((token): token is Tokens.List => token.type === 'list' && token['ordered']);
  if (!list) throw new Error('the numbered steps are missing');
  const before = tokens.slice(0, tokens.indexOf(list));
  return { lead: partsOf(before), steps: list.items.map(({ tokens }) => partsOf(tokens)) };
}

function partsOf(tokens: Token[]): Part[] {
  return tokens.flatMap((token): Part[] => {
    switch (token.type) {
      case 'space':
        return [];
      case 'text':
      case 'paragraph':
        return [{ kind: 'text', text: token['text'] }];
      case 'blockquote':
        return [{ kind: 'note', text: token['text'].trim() }];
      case 'code':
        return [{ kind: 'code', text: token['text'] }];
      case 'table': {
        const rows = rowsOf(token as Tokens.Table).map(([name = '', value = '']) => ({
          name: cellOf(name),
          value: cellOf(value),
        }));
        return [{ kind: 'values', titles: (token as Tokens.Table).header.map(({ text }) => text), rows }];
      }
      default:
        throw new Error(`instructions have no ${token.type}: ${token.raw}`);
    }
  });
}

function isTable(token: Token): token is Tokens.Table {
  return token.type === 'table';
}

function rowsOf(table: Tokens.Table | undefined): string[][] {
  return (table?.rows ?? []).map((row) => row.map(({ text }) => text));
}

function cellOf(text: string): Cell {
  const [, form, name = ''] = /^\{(form\.)?(\w+)\}$/.exec(text) ?? [];
  if (!name) return { text };
  if (form ? formFields.includes(name) : (ourValues as readonly string[]).includes(name))
    return form ? { field: name as FormField } : { ours: name as OurValue };
  throw new Error(`there is no value ${text}`);
}
