/**
 * Normalizes a path from a source: without the service's address and the query, each filled-in value as
 * `:value`. Returns undefined for a text without a path of the service.
 */
export function readPath(text: string): string | undefined {
  const path = text
    .replace(/^https?:\/\/[\w.-]*\bdescope\.(?:com|org)(?=\/)/, '')
    .replaceAll(/\$\{[^}]*\}|\{[^}]*\}/g, ':value')
    .replaceAll(javaPlaceholder, ':value')
    .replace(/[?#].*$/s, '')
    // The address of the service, where it is a value, too.
    .replace(/^:value(?=\/)/, '')
    .replace(/\/$/, '');
  return servicePath.test(path) ? path : undefined;
}

/** Java's placeholder for a value in a joined text (StringConcatFactory). */
const javaPlaceholder = '\u0001';

const servicePath = /^\/(?:v\d|scim|oauth2|fedcm|pages)\/[\w./:*-]+$/;

/** Finds the paths among the string literals of a text. The quotes are the language's. */
export function readLiterals(source: string, quotes: string): string[] {
  const literal = new RegExp(`[${quotes}]([^${quotes}\\s]*/[^${quotes}\\s]*)`, 'g');
  const paths = new Set<string>();
  for (const [, text = ''] of source.matchAll(literal)) {
    const path = readPath(text);
    if (path !== undefined) paths.add(path);
  }
  return [...paths].sort();
}

/** Returns paths in JavaScript, minified or not. Template literals count, too. */
export function pathsInJavaScript(source: string): string[] {
  return readLiterals(source, `"'\``);
}

/** Returns paths in Python, f-strings included. */
export function pathsInPython(source: string): string[] {
  return readLiterals(source, `"'`);
}
