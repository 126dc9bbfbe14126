import { Marked, type Token, type Tokens } from 'marked';
import { type Html, html, trustedHtml } from '../page.ts';
import { codeBlock, codeTabs, labelOf } from './highlight.ts';
import { type Document, pathOf, readText, type Site, targetOf } from './library.ts';
import { plainText } from './plain-text.ts';

export interface Heading {
  id: string;
  depth: number;
  text: string;
  /**
   * Words that people search for and that the section does not contain: `<!-- search: 2FA, MFA -->` below the heading, or
   * `<!-- search page: … -->` anywhere for the page.
   */
  keywords: string;
}

export interface Rendered {
  body: Html;
  headings: readonly Heading[];
}

/** The address of an instance on the reader's machine, in commands and links. */
const exampleAddress = 'http://localhost:8080';

/**
 * Renders a document. Links to other documents lead to their pages, and links to examples to the pages of their files. A link
 * to another file becomes its text, with the path as a tooltip. Commands and links have the address of this instance.
 */
export function renderDocument(
  { file }: Document,
  { library, baseUrl, isPlain }: Site,
  markdown = readText(file),
): Rendered {
  const headings: Heading[] = [];
  const nextId = slugs();
  const rowIds = new Set<string>();
  // The pages about new instances show how to choose an address.
  const here = file.startsWith('docs/deploy/') ? exampleAddress : baseUrl;
  const placed = (text: string) => text.replaceAll(exampleAddress, here);
  const linkTo = (href: string): string | undefined => {
    if (/^(https?:|mailto:|#)/.test(href)) return placed(href);
    const [path = '', anchor] = href.split('#');
    const target = library.byFile.get(targetOf(file, path));
    if (target) return `/docs/${target.address}${anchor ? `#${anchor}` : ''}`;
    return library.sources.has(pathOf(file, path)) ? `/docs/files/${pathOf(file, path)}` : undefined;
  };
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = plainText(tokens);
        const heading = { id: nextId(text), depth, text, keywords: '' };
        headings.push(heading);
        const link =
          depth > 1 && html` <a class="anchor" href="#${heading.id}" aria-label="Link to this section">#</a>`;
        const tag = trustedHtml(`h${depth}`);
        const content = trustedHtml(this.parser.parseInline(tokens).trim());
        return `${html`<${tag} id="${heading.id}">${content}${link}</${tag}>`}\n`;
      },
      link({ href, text: name, tokens }) {
        const document = library.byFile.get(targetOf(file, href.split('#')[0]!));
        // On a page, the name of a file says less than its title.
        const isFileName = document !== undefined && /^[\w/.-]+\.md$/.test(name);
        const content = this.parser.parseInline(tokens);
        const text = isFileName
          ? html`${document.title}`
          : trustedHtml(name === href ? placed(content) : content);
        const address = linkTo(href);
        if (address === undefined) return html`<span title="${href}">${text}</span>`.toString();
        return html`<a href="${address}">${text}</a>`.toString();
      },
      image({ href, text }) {
        const picture = targetOf(file, href).replace(/^docs\//, '');
        return html`<img src="/docs/${picture}" alt="${text}" loading="lazy">`.toString();
      },
      code({ text, lang }) {
        return `${codeBlock(placed(text), isPlain ? undefined : languageOf(lang))}\n`;
      },
      table(table) {
        const inline = (tokens: Token[]) => this.parser.parseInline(tokens);
        return `<div class="table" tabindex="0">${tableOf(table, inline, rowIds)}</div>\n`;
      },
      // Tags arrange the documents on GitHub only: this page has a logo and a look of its own.
      html({ text }) {
        const [, ofPage, keywords] = /^<!-- search( page)?: ([^<>]*) -->/.exec(text) ?? [];
        const heading = headings.at(ofPage ? 0 : -1);
        if (keywords && heading) heading.keywords += ` ${keywords}`;
        return '';
      },
    },
  });
  marked.use({
    extensions: [
      {
        name: 'tabs',
        renderer: ({ blocks }) =>
          `${codeTabs((blocks as Tokens.Code[]).map((block) => tabOf(block, placed)))}\n`,
      },
    ],
  });
  const body = trustedHtml(marked.parser(gatherTabs(marked.lexer(markdown))));
  return { body, headings };
}

function languageOf(info: string | undefined): string | undefined {
  return info?.split(' ', 1)[0] || undefined;
}

/** Below `<!-- tabs -->`, blocks of code that follow each other become one token. */
function gatherTabs(tokens: Token[]): Token[] {
  const gathered: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (token.type !== 'html' || token['text'].trim() !== '<!-- tabs -->') {
      gathered.push(token);
      continue;
    }
    const end = tokens.findIndex(({ type }, index) => index > at && type !== 'code' && type !== 'space');
    const rest = tokens.slice(at + 1, end < 0 ? undefined : end);
    gathered.push({ type: 'tabs', raw: token.raw, blocks: rest.filter(({ type }) => type === 'code') });
    at += rest.length;
  }
  return gathered;
}

/** The title is in the info string (`js title="Node.js"`), or it is the name of the language. */
function tabOf({ text, lang = '' }: Tokens.Code, placed: (text: string) => string) {
  const language = languageOf(lang);
  const title = / title="([^"]*)"/.exec(lang)?.[1] ?? labelOf(language ?? 'Text');
  return { title, text: placed(text), language };
}

/**
 * Renders a table. An empty cell in its head is not a header that a screen reader could read. A row about a setting or an
 * error code gets its name as the ID.
 */
function tableOf(
  { header, rows }: Tokens.Table,
  inline: (tokens: Token[]) => string,
  ids: Set<string>,
): string {
  const cell = (name: string, { tokens }: Tokens.TableCell) => `<${name}>${inline(tokens)}</${name}>`;
  const rowOf = (cells: Tokens.TableCell[]) => {
    const id = nameOf(cells[0]);
    if (id === undefined || ids.has(id)) return `<tr>${cells.map((one) => cell('td', one)).join('')}</tr>`;
    ids.add(id);
    return `<tr id="${id}">${cells.map((one) => cell('td', one)).join('')}</tr>`;
  };
  const isEmpty = header.every(({ tokens }) => tokens.length === 0);
  const heads = header.map((one) => cell(one.tokens.length > 0 ? 'th' : 'td', one)).join('');
  const head = isEmpty ? '' : `<thead><tr>${heads}</tr></thead>`;
  return `<table>${head}<tbody>${rows.map(rowOf).join('')}</tbody></table>`;
}

function nameOf(cell: Tokens.TableCell | undefined): string | undefined {
  const [first] = cell?.tokens ?? [];
  return first?.type === 'codespan' && /^(?:[A-Z][A-Z\d_]{3,}|E\d{6})$/.test(first.text)
    ? first.text
    : undefined;
}

/** Names headings as GitHub does, so that a link works in both places. */
export function slugs(): (text: string) => string {
  const used = new Map<string, number>();
  return (text) => {
    const slug = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-');
    const count = used.get(slug) ?? 0;
    used.set(slug, count + 1);
    return count ? `${slug}-${count}` : slug;
  };
}
