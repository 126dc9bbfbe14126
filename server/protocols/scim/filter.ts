import { type AttributePath, findAttribute } from './attribute-path.ts';
import { type Attribute, isStorable, type ResourceType } from './schema.ts';
import { ScimError } from './scim-error.ts';

export type Comparison = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le';
export type FilterValue = string | number | boolean | null;

/** A filter as a tree (RFC 7644 §3.4.2.2). An attribute that the resource type lacks has no value. */
export type Filter =
  | { kind: 'and' | 'or'; parts: Filter[] }
  | { kind: 'not'; part: Filter }
  | { kind: 'present'; path: AttributePath | undefined }
  | { kind: 'compare'; path: AttributePath | undefined; comparison: Comparison; value: FilterValue }
  /** A filter for the elements of a list, such as `emails[type eq "work"]`. */
  | { kind: 'element'; path: AttributePath | undefined; part: Filter };

/** A filter comes in an address or a body. Longer ones are of no use. */
const maxLength = 16_384;
const maxTerms = 200;
const maxDepth = 20;

const comparisons = new Set<string>(['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le']);

interface Token {
  /** `part`: the name of a part after a filter of elements, with its dot. */
  kind: 'word' | 'value' | 'part' | '(' | ')' | '[' | ']';
  text: string;
  value?: FilterValue;
}

/** Parses a filter. Throws `invalidFilter` for one that is malformed, too long or too deep. */
export function parseFilter(type: ResourceType, text: string): Filter {
  const parser = new Parser(tokensOf(text), (path) => findAttribute(type, path));
  return parser.whole();
}

/** Parses the filter of a list's elements, whose paths name parts of the elements. */
export function parseElementFilter(list: Attribute, text: string): Filter {
  return new Parser(tokensOf(text), (path) => partOf(list, path)).whole();
}

/** A list of simple values has no parts; a filter calls the element itself `value`. */
function partOf(list: Attribute, path: string): AttributePath | undefined {
  const folded = path.toLowerCase();
  const attribute = list.subAttributes?.find(({ name }) => name.toLowerCase() === folded);
  return attribute && { attribute };
}

class Parser {
  readonly #tokens: Token[];
  #find: (path: string) => AttributePath | undefined;
  #at = 0;
  #terms = 0;

  constructor(tokens: Token[], find: (path: string) => AttributePath | undefined) {
    this.#tokens = tokens;
    this.#find = find;
  }

  whole(): Filter {
    const filter = this.#either(0);
    if (this.#tokens[this.#at]) throw unexpected(this.#tokens[this.#at]?.text);
    return filter;
  }

  #either(depth: number): Filter {
    if (depth > maxDepth) throw malformed(`nested deeper than ${maxDepth} levels`);
    const parts = [this.#all(depth)];
    while (this.#takeWord('or')) parts.push(this.#all(depth));
    return parts.length === 1 ? (parts[0] as Filter) : { kind: 'or', parts };
  }

  #all(depth: number): Filter {
    const parts = [this.#one(depth)];
    while (this.#takeWord('and')) parts.push(this.#one(depth));
    return parts.length === 1 ? (parts[0] as Filter) : { kind: 'and', parts };
  }

  #one(depth: number): Filter {
    if (++this.#terms > maxTerms) throw malformed(`more than ${maxTerms} conditions`);
    if (this.#isWord('not') && this.#tokens[this.#at + 1]?.kind === '(') {
      this.#at++;
      return { kind: 'not', part: this.#one(depth + 1) };
    }
    if (this.#take('(')) {
      const inner = this.#either(depth + 1);
      this.#require(')');
      return inner;
    }
    const { text } = this.#require('word');
    if (this.#take('[')) return this.#element(text, depth);
    const path = this.#find(text);
    if (path?.attribute?.name === 'password' && !path.extension) {
      throw malformed('password cannot be filtered');
    }
    return this.#condition(text, path);
  }

  #condition(text: string, path: AttributePath | undefined): Filter {
    const operator = this.#require('word').text.toLowerCase();
    if (operator === 'pr') return { kind: 'present', path };
    if (!comparisons.has(operator))
      throw malformed(`${operator} is not an operator`, 'a word is not an operator');
    const comparison = operator as Comparison;
    const { value = null } = this.#require('value');
    checkComparison(path, comparison, text);
    return { kind: 'compare', path, comparison, value };
  }

  #element(text: string, depth: number): Filter {
    const path = this.#find(text);
    const outer = this.#find;
    this.#find = (part) => (path?.attribute && !path.sub ? partOf(path.attribute, part) : undefined);
    const part = this.#either(depth + 1);
    this.#require(']');
    const sub = this.#tokens[this.#at]?.kind === 'part' ? this.#require('part').text.slice(1) : undefined;
    // `emails[type eq "work"].value eq "x"`, as Entra ID sends it, asks for one element that fits both.
    const parts = sub === undefined ? [part] : [part, this.#condition(sub, this.#find(sub))];
    this.#find = outer;
    return { kind: 'element', path, part: parts.length === 1 ? part : { kind: 'and', parts } };
  }

  #isWord(text: string): boolean {
    const token = this.#tokens[this.#at];
    return token?.kind === 'word' && token.text.toLowerCase() === text;
  }

  #takeWord(text: string): boolean {
    if (!this.#isWord(text)) return false;
    this.#at++;
    return true;
  }

  #take(kind: Token['kind']): boolean {
    if (this.#tokens[this.#at]?.kind !== kind) return false;
    this.#at++;
    return true;
  }

  #require(kind: Token['kind']): Token {
    const token = this.#tokens[this.#at++];
    if (token?.kind === kind) return token;
    throw token ? unexpected(token.text) : malformed('it ends too early');
  }
}

const ordered = new Set<Comparison>(['gt', 'ge', 'lt', 'le']);
const partial = new Set<Comparison>(['co', 'sw', 'ew']);

function checkComparison(path: AttributePath | undefined, comparison: Comparison, text: string): void {
  const type = (path?.sub ?? path?.attribute)?.type;
  const isRefused =
    (ordered.has(comparison) && (type === 'boolean' || type === 'binary')) ||
    (partial.has(comparison) && (type === 'boolean' || type === 'integer' || type === 'decimal'));
  if (isRefused)
    throw malformed(
      `${comparison} does not apply to ${text}`,
      `${comparison} does not apply to the attribute`,
    );
}

const part = /\.[A-Za-z$][A-Za-z0-9_$-]*/y;
const word = /[A-Za-z$][A-Za-z0-9_.:$-]*/y;
const number = /-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const quoted = /"(?:[^"\\]|\\.)*"/y;
const literals = new Map<string, FilterValue>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

function tokensOf(text: string): Token[] {
  if (text.length > maxLength) throw malformed(`longer than ${maxLength} characters`);
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const letter = text[at] as string;
    if (/\s/.test(letter)) {
      at++;
      continue;
    }
    const token = '()[]'.includes(letter)
      ? { kind: letter as Token['kind'], text: letter }
      : wordAt(text, at, tokens.at(-1));
    if (!token) throw unexpected(text.slice(at, at + 10));
    tokens.push(token);
    at += token.text.length;
  }
  return tokens;
}

/** Reads a word, or after a comparison a value. */
function wordAt(text: string, at: number, before: Token | undefined): Token | undefined {
  const isValue = before?.kind === 'word' && comparisons.has(before.text.toLowerCase());
  if (before?.kind === ']') {
    const named = match(part, text, at);
    if (named !== undefined) return { kind: 'part', text: named };
  }
  const found = match(word, text, at);
  if (!isValue) return found === undefined ? undefined : { kind: 'word', text: found };
  const literal = found?.toLowerCase() ?? '';
  if (found !== undefined && literals.has(literal))
    return { kind: 'value', text: found, value: literals.get(literal) as FilterValue };
  const json = match(quoted, text, at) ?? match(number, text, at);
  if (json === undefined) return undefined;
  return { kind: 'value', text: json, value: jsonValue(json) };
}

function jsonValue(json: string): FilterValue {
  let value: FilterValue;
  try {
    value = JSON.parse(json) as FilterValue;
  } catch {
    throw malformed(`${json.slice(0, 20)} is not a JSON value`, 'a value is not JSON');
  }
  if (typeof value === 'string' && !isStorable(value))
    throw malformed('a value must be well-formed Unicode without U+0000');
  return value;
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function unexpected(text = ''): ScimError {
  return malformed(`unexpected ${text}`, 'unexpected text');
}

/** `kept`: the reason without parts of the filter. */
function malformed(reason: string, kept = reason): ScimError {
  const say = (why: string) => `The filter cannot be used: ${why}`;
  return new ScimError(400, say(reason), 'invalidFilter', { kept: say(kept) });
}
