import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plainText } from './plain-text.ts';

/** The repository, or the installed package. */
const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Documents outside of `docs/` that the others link to. */
const others = ['README.md', 'CHANGELOG.md', 'SECURITY.md', 'CONTRIBUTING.md'].concat(
  ['client/README.md', 'bench/README.md', 'bench/results.md'], //
);

/** Folders whose files have pages, because documents link to them. */
const sourceFolders = ['examples/', 'deploy/'];
const leftOut = new Set(['node_modules', 'dist', '__pycache__', 'package-lock.json', 'go.sum']);

export interface Document {
  /** From the root, with `/`. */
  file: string;
  /** The address below `/docs/`. */
  address: string;
  title: string;
}

export interface Group {
  title: string;
  documents: readonly Document[];
}

/** The documents and the instance for which pages are rendered. */
export interface Site {
  library: Library;
  /** The address of this instance, for commands and links. */
  baseUrl: string;
  /** Leaves code without colors, for the search. */
  isPlain?: true;
}

export interface Library {
  byAddress: ReadonlyMap<string, Document>;
  byFile: ReadonlyMap<string, Document>;
  groups: readonly Group[];
  /** The pictures, by their address below `/docs/`. */
  pictures: ReadonlySet<string>;
  /** The files and folders of the examples, from the root. A folder ends with `/`. */
  sources: ReadonlySet<string>;
}

/** Lists the documents on the disk, in the order of `docs/README.md`. */
export function readLibrary(): Library {
  const names = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll(sep, '/'))
    .sort();
  const files = names.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`);
  const documents = [...files, ...others.filter((file) => existsSync(join(root, file)))].map(
    (file): Document => ({ file, address: addressOf(file), title: titleOf(readText(file)) }),
  );
  const byFile = new Map(documents.map((document) => [document.file, document]));
  return {
    byAddress: new Map(documents.map((document) => [document.address, document])),
    byFile,
    groups: readGroups(byFile),
    pictures: new Set(names.filter((name) => /\.(png|svg)$/.test(name))),
    sources: new Set(listTracked() ?? sourceFolders.flatMap(listSources)),
  };
}

export function readText(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** Lists what git knows of the folders, with the folders. Returns `undefined` outside of a clone, and without git. */
function listTracked(): string[] | undefined {
  if (!existsSync(join(root, '.git'))) return undefined;
  const git = spawnSync('git', ['ls-files', '-z', '--', ...sourceFolders], { cwd: root, encoding: 'utf8' });
  if (git.status !== 0) return undefined;
  const files = git.stdout
    .split('\0')
    .filter((file) => file && existsSync(join(root, file)) && !isLeftOut(file));
  return [...new Set(files.flatMap((file) => [...foldersOf(file), file]))].sort();
}

function isLeftOut(file: string): boolean {
  return file.split('/').some((name) => name.startsWith('.') || leftOut.has(name));
}

function foldersOf(file: string): string[] {
  const steps = file.split('/').slice(0, -1);
  return steps.map((_, index) => `${steps.slice(0, index + 1).join('/')}/`);
}

/** Lists a folder with everything in it. Leaves out what a reader's own trial can add, such as packages and secrets. */
function listSources(folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && !leftOut.has(name))
    .sort((a, b) => a.name.localeCompare(b.name));
  return [
    folder,
    ...entries.flatMap((entry) => {
      if (entry.isDirectory()) return listSources(`${folder}${entry.name}/`);
      return entry.isFile() ? `${folder}${entry.name}` : [];
    }),
  ];
}

export function readPicture(address: string): Buffer {
  return readFileSync(join(root, 'docs', address));
}

/** Resolves the address of a link in a document to a path from the root. */
export function pathOf(from: string, address: string): string {
  return posix.join(posix.dirname(from), decodeURI(address));
}

/** Resolves it to a file; a folder means its README. */
export function targetOf(from: string, address: string): string {
  const file = pathOf(from, address);
  return /\.\w+$/.test(file) ? file : posix.join(file, 'README.md');
}

/** `.html` keeps the addresses apart from `/docs/api/` and `/docs/reference/`, which are no documents. */
function addressOf(file: string): string {
  if (!file.startsWith('docs/')) return `project/${file.toLowerCase().replace(/md$/, 'html')}`;
  return file.slice('docs/'.length).replace(/README\.md$|\.md$/, (end) => (end === '.md' ? '.html' : ''));
}

function titleOf(text: string): string {
  return plainText(/^# (.+)$/m.exec(text)?.[1] ?? '');
}

/**
 * Reads the groups from the headings and lists of `docs/README.md`. A document that is not listed follows the
 * others of its folder, so that a new decision or a new guide of a kind needs no entry.
 */
function readGroups(byFile: ReadonlyMap<string, Document>): Group[] {
  const groups = readText('docs/README.md')
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      title: plainText(section.slice(0, section.indexOf('\n'))),
      documents: section.split('\n').flatMap((line) => {
        const [, title, address] = /^- \[([^\]]+)\]\(([^)]+)\)/.exec(line) ?? [];
        if (!title) return [];
        const document = byFile.get(targetOf('docs/README.md', address!));
        return document ? [{ ...document, title: plainText(title) }] : [];
      }),
    }));
  const listed = new Set(groups.flatMap(({ documents }) => documents.map(({ file }) => file)));
  const rest = { title: 'More', documents: [] as Document[] };
  for (const document of byFile.values()) {
    if (listed.has(document.file) || document.file === 'docs/README.md') continue;
    const folder = posix.dirname(document.file);
    const isNeighbour = ({ file }: Document) => folder !== 'docs' && posix.dirname(file) === folder;
    const group = groups.find(({ documents }) => documents.some(isNeighbour)) ?? rest;
    group.documents.splice(group.documents.findLastIndex(isNeighbour) + 1 || Infinity, 0, document);
  }
  return rest.documents.length > 0 ? [...groups, rest] : groups;
}
