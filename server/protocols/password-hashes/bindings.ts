import { createRequire } from 'node:module';

/** The libraries with native code, which npm installs as one package for each platform. */
export type NativeLibrary = '@node-rs/argon2' | '@node-rs/bcrypt';

/**
 * Says which package of a native library is missing on this machine, and what to do. Looks for its files only, because
 * loading the library takes 7 MB.
 */
export function missingBinding(library: NativeLibrary): string | undefined {
  const require = createRequire(createRequire(import.meta.url).resolve(library));
  const { optionalDependencies } = require('./package.json') as {
    optionalDependencies: Record<string, string>;
  };
  const platform = `${process.platform}-${process.arch}`;
  const packages = Object.keys(optionalDependencies).filter((name) =>
    `${name}-`.startsWith(`${library}-${platform}-`),
  );
  if (packages.length === 0) return `${library} has no package for ${platform}: use another machine`;
  if (packages.some((name) => isInstalled(require, name))) return undefined;
  const needed = packages.length === 1 ? packages[0] : `${library}-${platform}-${libc()}`;
  return `the package ${needed} is missing: install Latchkey again with optional packages (npm install --include=optional)`;
}

function isInstalled(require: NodeJS.Require, name: string): boolean {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** Linux has two C libraries, and each needs a package of its own. */
function libc(): 'gnu' | 'musl' {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime ? 'gnu' : 'musl';
}
