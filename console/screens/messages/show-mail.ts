/** Elements that are shown. Of all others, only the content is shown. */
const elements = new Set(
  (
    'a abbr address article aside b big blockquote br caption center cite code col colgroup dd del div dl dt em ' +
    'figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark ol p pre q s section small ' +
    'span strike strong sub sup table tbody td tfoot th thead tr tt u ul'
  ).split(' '),
);

/** The prefix that disables style and event handler attributes. */
const aside = 'mail-';

/** Elements that are removed with their content. */
const removedElements = new Set([
  'script',
  `${aside}style`,
  'title',
  'template',
  'iframe',
  'object',
  'svg',
  'math',
  'noscript',
]);

/** Attributes that affect only the appearance. Links lead nowhere. */
const attributes = new Set(
  (
    'align alt bgcolor border cellpadding cellspacing class color colspan dir face height id lang role rowspan size ' +
    'start title type valign width'
  ).split(' '),
);

/**
 * Renders a mail into an empty document. Styles are set by script because the page's content security policy allows
 * that and blocks styles in markup.
 */
export function showMail(target: Document, html: string): void {
  const mail = new DOMParser().parseFromString(withRenamedAttributes(html), 'text/html');
  target.documentElement.lang = mail.documentElement.lang;
  copyLook(mail.body, target.body);
  target.body.replaceChildren(...contentOf(mail.body, target));
  target.adoptedStyleSheets = sheetsOf(mail, target);
}

/**
 * Renames styles and event handlers, because parsing alone makes the policy block and report them. If this misreads a
 * mail, the mail only looks different.
 */
function withRenamedAttributes(html: string): string {
  return html
    .replace(/<(\/?)style\b/gi, `<$1${aside}style`)
    .replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/([\s/"'])(style|on[a-z]+)(\s*=)/gi, `$1${aside}$2$3`));
}

function contentOf(source: Element, target: Document): Node[] {
  return [...source.childNodes].flatMap((node): Node[] => {
    if (node.nodeType === Node.TEXT_NODE) return [target.createTextNode(node.textContent ?? '')];
    if (!isElement(node) || removedElements.has(node.localName)) return [];
    const content = contentOf(node, target);
    if (!elements.has(node.localName)) return content;
    const copy = target.createElement(node.localName);
    copyLook(node, copy);
    copy.append(...content);
    return [copy];
  });
}

function isElement(node: Node): node is Element {
  return node.nodeType === Node.ELEMENT_NODE;
}

function copyLook(from: Element, to: HTMLElement): void {
  for (const { name, value } of from.attributes) {
    if (attributes.has(name)) to.setAttribute(name, value);
  }
  // Imitates the browser's style for links.
  const link =
    from.localName === 'a' && from.hasAttribute('href') ? 'color:#0000ee;text-decoration:underline;' : '';
  const style = link + (from.getAttribute(`${aside}style`) ?? '');
  if (style) to.style.cssText = style;
  const source = from.localName === 'img' ? (from.getAttribute('src') ?? '') : '';
  if (/^(https:\/\/|data:image\/(png|gif|jpeg|webp);)/i.test(source)) to.setAttribute('src', source);
}

function sheetsOf(mail: Document, target: Document): CSSStyleSheet[] {
  const { CSSStyleSheet } = target.defaultView as Window & typeof globalThis;
  return [...mail.querySelectorAll(`${aside}style`)].map((style) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style.textContent ?? '');
    return sheet;
  });
}
