import { type Html, html } from '../page.ts';
import { docsAsset } from './assets.ts';
import type { Document, Group, Library, Site } from './library.ts';
import type { Heading } from './render.ts';
import type { Kind } from './search/entry.ts';
import type { Match } from './search/search.ts';
import { stemsOf } from './search/words.ts';

export interface Frame extends Site {
  /** Link to the page that calls the API. */
  hasApiPage: boolean;
}

export interface Content {
  title: string;
  body: Html;
  /** The navigation at the left. */
  contents: Html;
  /** The column at the right of a wide screen. */
  aside?: Html | undefined;
  query?: string;
  /** The page calls the API. */
  calls?: boolean;
}

/**
 * The navigation comes after the text, so that a phone shows the text first; the first link leads to it. On a wide screen
 * it is beside the text.
 */
export function viewFrame({ title, body, contents, aside, query, calls }: Content): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${[...new Set([title, 'Latchkey'])].join(' – ')}</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${docsAsset('docs.css').path}">
<script src="${docsAsset('docs.js').path}" defer></script>
${calls && html`<script src="${docsAsset('try-it.js').path}" defer></script>`}
</head>
<body>
<header>
<a class="home" href="/docs/"><img src="/assets/icon.svg" alt="" width="24" height="24">Latchkey docs</a>
<a class="to-contents" href="#contents">Contents</a>
<form action="/docs/search" role="search">
<input type="search" name="q" value="${query}" maxlength="100" placeholder="Search" aria-label="Search the documentation" required>
<button>Search</button>
</form>
<a class="to-console" href="/console/">Console</a>
</header>
<div class="columns">
<main>
${body}
</main>
${aside}
<nav id="contents" aria-label="Contents">
${contents}
</nav>
</div>
</body>
</html>
`.toString();
}

interface Page {
  title: string;
  body: Html;
  /** The document that is open; a search has none. */
  current?: Document | undefined;
  headings?: readonly Heading[];
  query?: string;
}

export function viewPage(frame: Frame, { title, body, current, headings = [], query }: Page): string {
  const { library } = frame;
  const sections = headings.filter(({ depth }) => depth === 2 || depth === 3);
  return viewFrame({
    title,
    body: html`${body}\n${current && viewNeighbours(library, current)}`,
    contents: html`${library.groups.map((group, index) => viewGroup(group, index < 2, current))}${viewApi(frame)}`,
    ...(sections.length > 1 && { aside: viewSections(sections) }),
    ...(query !== undefined && { query }),
  });
}

function viewGroup({ title, documents }: Group, isBeginning: boolean, current: Document | undefined): Html {
  const isOpen = documents.some(({ file }) => file === current?.file) || isBeginning;
  const entry = ({ file, address, title }: Document) =>
    file === current?.file
      ? html`<li><a href="/docs/${address}" aria-current="page">${title}</a></li>\n`
      : html`<li><a href="/docs/${address}">${title}</a></li>\n`;
  return html`<details${isOpen && html` open`}>
<summary>${title}</summary>
<ul>
${documents.map(entry)}
</ul>
</details>
`;
}

function viewApi({ hasApiPage }: Frame): Html {
  return html`<details open>
<summary>API</summary>
<ul>
<li><a href="/docs/reference/">API reference</a></li>
<li><a href="/docs/reference/errors">Error codes</a></li>
${hasApiPage && html`<li><a href="/docs/api/">Try the API</a></li>`}
<li><a href="/openapi.json">openapi.json</a></li>
</ul>
</details>`;
}

function viewSections(headings: readonly Heading[]): Html {
  const items = headings.map(
    ({ id, text, depth }) => html`<li class="depth-${depth}"><a href="#${id}">${text}</a></li>\n`,
  );
  return html`<aside>
<nav aria-label="On this page">
<p>On this page</p>
<ul>
${items}
</ul>
</nav>
</aside>`;
}

function viewNeighbours({ groups }: Library, current: Document): Html | undefined {
  const documents = groups.flatMap(({ documents }) => documents);
  const place = documents.findIndex(({ file }) => file === current.file);
  if (place < 0) return undefined;
  const link = (label: string, document: Document | undefined) =>
    document && html`<a href="/docs/${document.address}"><span>${label}</span> ${document.title}</a>`;
  const before = link('Previous', documents[place - 1]);
  return html`<footer class="neighbours">${before}${link('Next', documents[place + 1])}</footer>`;
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
