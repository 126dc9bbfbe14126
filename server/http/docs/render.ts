import { Marked, type Token, type Tokens } from 'marked';
import { type Html, html, trustedHtml } from '../page.ts';
import { type Document, type Library, readText, targetOf } from './library.ts';
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

/**
 * Renders a document. Links to other documents lead to their pages. A link to a file that is not served (code,
 * for example) becomes its text, with the path as a tooltip.
 */
export function renderDocument({ file }: Document, library: Library): Rendered {
  const headings: Heading[] = [];
  const nextId = slugs();
  const rowIds = new Set<string>();
  const linkTo = (href: string): string | undefined => {
    if (/^(https?:|mailto:|#)/.test(href)) return href;
    const [path = '', anchor] = href.split('#');
    const target = library.byFile.get(targetOf(file, path));
    return target && `/docs/${target.address}${anchor ? `#${anchor}` : ''}`;
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
        const text = isFileName ? html`${document.title}` : trustedHtml(this.parser.parseInline(tokens));
        const address = linkTo(href);
        if (address === undefined) return html`<span title="${href}">${text}</span>`.toString();
        return html`<a href="${address}">${text}</a>`.toString();
      },
      image({ href, text }) {
        const picture = targetOf(file, href).replace(/^docs\//, '');
        return html`<img src="/docs/${picture}" alt="${text}" loading="lazy">`.toString();
      },
      code({ text, lang }) {
        const kind = lang === 'mermaid' ? 'diagram' : 'code';
        return `${html`<pre class="${kind}" tabindex="0"><code>${text}</code></pre>`}\n`;
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
  const body = trustedHtml(marked.parse(readText(file), { async: false }));
  return { body, headings };
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
