import type { RecordedCall } from '../api/recorder.ts';

/** Formats the call as client library code. `client` is the result of `createClient`. */
export function clientCode({ name, arguments: given }: RecordedCall): string {
  const end = given.findLastIndex((value) => value !== undefined);
  const written = given.slice(0, end + 1).map((value) => literal(value, 0));
  return `await client.${name}(${written.join(', ')});`;
}

function literal(value: unknown, depth: number): string {
  if (value === undefined) return 'undefined';
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, depth)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  if (entries.length === 0) return '{}';
  const indent = '  '.repeat(depth + 1);
  const lines = entries.map(([name, inner]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
    return `${indent}${key}: ${literal(inner, depth + 1)},`;
  });
  return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
}

/** Formats the call as a curl command. Readers insert their own key. */
export function curlCode({ method, url, body }: RecordedCall): string {
  const projectId = '$PROJECT_ID';
  const lines = [
    `curl ${method === 'GET' || method === 'POST' ? '' : `-X ${method} `}${shellQuoted(url)}`,
    `-H "Authorization: Bearer ${projectId}:$MANAGEMENT_KEY"`,
  ];
  if (body !== undefined) {
    lines.push(`-H 'Content-Type: application/json'`, `-d ${shellQuoted(JSON.stringify(body))}`);
  }
  return lines.join(' \\\n  ');
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
