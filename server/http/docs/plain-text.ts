import { Lexer, Parser, type Renderer, TextRenderer, type Token } from 'marked';

/** The text without its tags: those of a heading are there for a picture, which a title cannot contain. */
class PlainRenderer extends TextRenderer {
  override html(): string {
    return '';
  }
}

const renderer = new PlainRenderer();
// The parser gives itself to this renderer, which needs it for emphasis and links.
const parser = new Parser({ renderer: renderer as unknown as Renderer });

/** Returns a line of Markdown, such as a heading, as text without markup. */
export function plainText(line: string | Token[]): string {
  const text = parser.parseInline(typeof line === 'string' ? Lexer.lexInline(line) : line);
  return unescapeHtml(text).replace(/\s+/g, ' ').trim();
}

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Reverses the escaping of marked and of `html`. */
export function unescapeHtml(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name]!);
}
