import { type Html, html } from '../page.ts';
import type { Document, Group, Library } from './library.ts';
import type { Heading } from './render.ts';
import type { Kind } from './search/entry.ts';
import type { Match } from './search/search.ts';
import { stemsOf } from './search/words.ts';

export interface Frame {
  library: Library;
  stylesheet: string;
  /** Link to the page that calls the API. */
  hasApiPage: boolean;
}

interface Content {
  title: string;
  body: Html;
  /** The document that is open; a search has none. */
  current?: Document | undefined;
  headings?: readonly Heading[];
  query?: string;
}

/** A longer group shows its first entry only, unless one of its documents is open. */
const mostEntries = 20;

/**
 * The contents come after the text, so that a phone shows the text first; the first link leads to them. On a wide
 * screen they are beside the text.
 */
export function viewPage({ library, stylesheet, hasApiPage }: Frame, content: Content): string {
  const { title, body, current, headings = [], query } = content;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${[...new Set([title, 'Latchkey'])].join(' – ')}</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${stylesheet}">
</head>
<body>
<header>
<a class="home" href="/docs/"><img src="/assets/icon.svg" alt="" width="24" height="24">Latchkey docs</a>
<a class="to-contents" href="#contents">Contents</a>
<form action="/docs/search" role="search">
<input type="search" name="q" value="${query}" maxlength="100" placeholder="Search" aria-label="Search the documentation" required>
<button>Search</button>
</form>
</header>
<div class="columns">
<main>
${body}
${current && viewNeighbours(library, current)}
</main>
<nav id="contents" aria-label="Contents">
${library.groups.map((group) => viewGroup(group, current, headings))}
<p>API</p>
<ul>
<li><a href="/docs/reference/">API reference</a></li>
${hasApiPage && html`<li><a href="/docs/api/">Try the API</a></li>`}
<li><a href="/openapi.json">openapi.json</a></li>
</ul>
</nav>
</div>
</body>
</html>
`.toString();
}

function viewGroup(
  { title, documents }: Group,
  current: Document | undefined,
  headings: readonly Heading[],
): Html {
  const isOpen = documents.length <= mostEntries || documents.some(({ file }) => file === current?.file);
  const entry = ({ file, address, title }: Document) =>
    file === current?.file
      ? html`<li><a href="/docs/${address}" aria-current="page">${title}</a>${viewSections(headings)}</li>\n`
      : html`<li><a href="/docs/${address}">${title}</a></li>\n`;
  return html`<p>${title}</p>
<ul>
${documents.slice(0, isOpen ? documents.length : 1).map(entry)}
</ul>
`;
}

function viewSections(headings: readonly Heading[]): Html | false {
  const sections = headings.filter(({ depth }) => depth === 2);
  if (sections.length === 0) return false;
  return html`<ul>${sections.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>\n`)}</ul>`;
}

function viewNeighbours({ groups }: Library, current: Document): Html | undefined {
  const documents = groups.flatMap(({ documents }) => documents);
  const place = documents.findIndex(({ file }) => file === current.file);
  if (place < 0) return undefined;
  const link = (label: string, document: Document | undefined) =>
    document && html`<span>${label}: <a href="/docs/${document.address}">${document.title}</a></span>`;
  const before = link('Previous', documents[place - 1]);
  return html`<footer>${before}${link('Next', documents[place + 1])}</footer>`;
}

const kindNames: Record<Kind, string> = {
  guide: 'Guide',
  page: 'Documentation',
  error: 'Error code',
  setting: 'Setting',
  overview: 'Documentation',
  operation: 'API',
  contributing: 'For contributors',
  decision: 'Decision',
  history: 'Changelog',
};

export function viewSearch(frame: Frame, query: string, matches: readonly Match[]): string {
  const nothing = html`<p>No results. Try fewer words, or check the spelling.</p>`;
  const items = matches.map(
    ({ entry: { kind, address, title, heading }, excerpt, found }) => html`<li>
<a href="${address}">${title}${heading !== title && html` › ${heading}`}</a> <span class="kind">${kindNames[kind]}</span>
<p>${mark(excerpt, found)}</p>
</li>
`,
  );
  const body = html`<h1>Search</h1>
${query.trim() === '' ? html`<p>Enter a word to search for.</p>` : items.length > 0 ? html`<ol class="matches">${items}</ol>` : nothing}`;
  return viewPage(frame, { title: query ? `Search: ${query}` : 'Search', body, query });
}

function mark(text: string, found: ReadonlySet<string>): Html[] {
  const isFound = (word: string) => stemsOf(word).some((stem) => found.has(stem));
  return text
    .split(/([\p{L}\p{N}_]+)/u)
    .map((part, index) => (index % 2 === 1 && isFound(part) ? html`<mark>${part}</mark>` : html`${part}`));
}
