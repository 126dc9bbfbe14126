import type { Document, Site } from '../library.ts';
import { unescapeHtml } from '../plain-text.ts';
import { renderDocument } from '../render.ts';
import type { Entry, Kind } from './entry.ts';

const kinds: readonly (readonly [RegExp, Kind])[] = [
  [/^docs\/decisions\//, 'decision'],
  [/^CHANGELOG/, 'history'],
  [/^docs\/(guides|quick-start|coming-from)\//, 'guide'],
  [/^(README|docs\/capabilities|docs\/api|docs\/command-line)\.md$/, 'overview'],
  [
    /^(bench\/|CONTRIBUTING|docs\/(architecture|adding-an-endpoint|effects|releases|conformance))/,
    'contributing',
  ],
];

function kindOf(file: string): Kind {
  return kinds.find(([pattern]) => pattern.test(file))?.[1] ?? 'page';
}

/** Cuts the documents into sections at their headings, one document at a time. */
export function* readSections(site: Site): Iterable<Entry[]> {
  for (const document of site.library.byFile.values()) {
    if (document.file !== 'docs/README.md') yield sectionsOf(document, site);
  }
}

function sectionsOf(document: Document, site: Site): Entry[] {
  const { body, headings } = renderDocument(document, { ...site, isPlain: true });
  const parts = body.toString().split(/(?=<h[1-6] id=")/);
  const [before = ''] = parts;
  const sections = before.startsWith('<h') ? parts : parts.slice(1);
  const page = `/docs/${document.address}`;
  const common = { kind: kindOf(document.file), page, title: document.title };
  return sections.flatMap((part, index) => {
    const { id, text: heading, keywords } = headings[index]!;
    const content = part.slice(part.indexOf('</h'));
    const address = index === 0 ? page : `${page}#${id}`;
    const rows = content
      .split('<tr id="')
      .slice(1)
      .map((start) => {
        const name = start.slice(0, start.indexOf('"'));
        const row = start.slice(start.indexOf('>') + 1, start.indexOf('</tr>'));
        return {
          ...common,
          kind: /\d/.test(name) ? common.kind : ('setting' as const),
          address: `${page}#${name}`,
          heading: name,
          name: namesIn(row),
          keywords: '',
          text: textOf(row),
        };
      });
    return [{ ...common, address, heading, name: '', keywords, text: textOf(content) }, ...rows];
  });
}

/** A row can describe several settings. */
function namesIn(row: string): string {
  return [...row.slice(0, row.indexOf('</td>')).matchAll(/<code>([^<]*)<\/code>/g)]
    .map(([, name]) => name)
    .join(' ');
}

function textOf(html: string): string {
  const lines = html.replace(/<\/(?:p|li|tr|h\d|pre)>/g, '\n').split('\n');
  return lines
    .map((line) =>
      unescapeHtml(line.replace(/<[^<>]*>/g, ' '))
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(Boolean)
    .join('\n');
}
