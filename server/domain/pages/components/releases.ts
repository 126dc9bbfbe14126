import { readFileSync } from 'node:fs';

/** A package of the vendor in the version that this build was tested with. */
export interface Release {
  name: string;
  version: string;
  /** The hash of the archive, as in a lock file of npm. */
  integrity: string;
}

/** Also read by `scripts/start.mjs`, which cannot load TypeScript. */
export const releases: readonly Release[] = JSON.parse(
  readFileSync(new URL('releases.json', import.meta.url), 'utf8'),
);

/** The package that draws the fields and buttons. `config.json` names its version. */
export const libraryName = '@descope/web-components-ui';
export const library = releases.find(({ name }) => name === libraryName)!;

/** The file of the library that the components load first. */
export const libraryEntry = 'dist/umd/index.js';

/** By package: the files that are installed and that browsers may load. Neither source maps nor the vendor's developer tools are among them. */
const served: Record<string, RegExp> = {
  [libraryName]: /^(?:LICENSE|dist\/umd\/(?!DescopeDev\.)(?:fonts\/)?[\w-]+\.(?:js|js\.LICENSE\.txt|woff))$/,
  '@descope/web-component': /^(?:LICENSE|dist\/index\.js)$/,
};

export function isServed(name: string, path: string): boolean {
  return served[name]?.test(path) ?? false;
}
