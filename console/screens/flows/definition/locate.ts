/** A place in a JSON text that is wrong, or that an error is about. */
export interface Place {
  /** Starts at 1. */
  line: number;
  start: number;
  end: number;
}

interface Scanned {
  /** The offset of the first character that is not JSON. */
  problemAt?: number;
  /** The offset of each value: of its key, or of itself in a list. By its path. */
  places: Map<string, number>;
}

/** Finds the first place where a text is not JSON. */
export function findMistake(text: string): Place | undefined {
  const { problemAt } = scan(text);
  return problemAt === undefined ? undefined : lineAt(text, problemAt);
}

/**
 * Finds the place that an error of the API names, such as `dsl.screens.password.signIn.to`. If something is missing, it is the
 * place in which it is missing.
 */
export function findPlace(text: string, message: string): Place | undefined {
  const [, path = ''] = /^(?:flow\.)?dsl\.([\w.[\]-]+)/.exec(message) ?? [];
  const names = path
    .replaceAll('[', '.')
    .replaceAll(']', '')
    .split('.')
    .filter((name) => name !== '');
  const { places } = scan(text);
  for (let length = names.length; length > 0; length--) {
    const offset = places.get(names.slice(0, length).join('.'));
    if (offset !== undefined) return lineAt(text, offset);
  }
  return undefined;
}

function lineAt(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf('\n') + 1;
  const end = text.indexOf('\n', offset);
  return { line: before.split('\n').length, start, end: end < 0 ? text.length : end };
}

class Mistake extends Error {
  readonly at: number;
  constructor(at: number) {
    super('not JSON');
    this.at = at;
  }
}

/** Reads a JSON text, and notes where each value is. `JSON.parse` does not say where. */
function scan(text: string): Scanned {
  const places = new Map<string, number>();
  let at = 0;
  const skip = () => {
    while (/\s/.test(text.charAt(at))) at++;
  };
  const take = (character: string) => {
    skip();
    if (text.charAt(at) !== character) throw new Mistake(at);
    at++;
  };
  const next = () => {
    skip();
    return text.charAt(at);
  };
  const takeText = (): string => {
    const start = at;
    take('"');
    while (text.charAt(at) !== '"') {
      if (at >= text.length || text.charAt(at) === '\n') throw new Mistake(start);
      at += text.charAt(at) === '\\' ? 2 : 1;
    }
    at++;
    try {
      return JSON.parse(text.slice(start, at)) as string;
    } catch {
      throw new Mistake(start);
    }
  };
  const takeList = (close: string, takeEntry: (index: number) => void) => {
    at++;
    if (next() !== close) {
      takeEntry(0);
      for (let index = 1; next() === ','; index++) {
        at++;
        skip();
        takeEntry(index);
      }
    }
    take(close);
  };
  const takeValue = (path: string): void => {
    const inside = (name: string) => (path === '' ? name : `${path}.${name}`);
    switch (next()) {
      case '{':
        takeList('}', () => {
          skip();
          const offset = at;
          const own = inside(takeText());
          places.set(own, offset);
          take(':');
          takeValue(own);
        });
        return;
      case '[':
        takeList(']', (index) => {
          skip();
          places.set(inside(String(index)), at);
          takeValue(inside(String(index)));
        });
        return;
      case '"':
        takeText();
        return;
      default: {
        const [word = ''] = /^[\w.+-]+/.exec(text.slice(at, at + 40)) ?? [];
        if (!/^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(word))
          throw new Mistake(at);
        at += word.length;
      }
    }
  };
  try {
    takeValue('');
    skip();
    return at < text.length ? { places, problemAt: at } : { places };
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    return { places, problemAt: Math.min(error.at, text.length) };
  }
}
