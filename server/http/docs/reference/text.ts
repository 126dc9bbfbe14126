import { Marked } from 'marked';
import { type Html, html, trustedHtml } from '../../page.ts';

/** The texts of the endpoints are Markdown of ours, in which `<` is a character. */
const marked = new Marked({ renderer: { html: ({ text }) => html`${text}`.toString() } });

export function inlineText(text: string): Html {
  return trustedHtml(marked.parseInline(text, { async: false }));
}

export function blockText(text: string): Html {
  return trustedHtml(marked.parse(text, { async: false }));
}
