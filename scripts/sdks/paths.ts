/**
 * Paths as sources spell them, in one spelling: without the service's address, without the query, each value that
 * callers fill in as `:value`. A text that names no path of the service gives none.
 */
export function readPath(text: string): string | undefined {
  const path = text
    .replace(/^https?:\/\/[\w.-]*\bdescope\.(?:com|org)(?=\/)/, '')
    .replaceAll(/\$\{[^}]*\}|\{[^}]*\}/g, ':value')
    .replaceAll(javaPlaceholder, ':value')
    .replace(/[?#].*$/s, '')
    // The address of the service, where it is a value too.
    .replace(/^:value(?=\/)/, '')
    .replace(/\/$/, '');
  return servicePath.test(path) ? path : undefined;
}

/** Where Java puts a value in a text that it joins (StringConcatFactory). */
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

/** Paths in JavaScript, minified or not. Template literals count, too. */
export function pathsInJavaScript(source: string): string[] {
  return readLiterals(source, `"'\``);
}

/** Paths in Python, f-strings included. */
export function pathsInPython(source: string): string[] {
  return readLiterals(source, `"'`);
}
