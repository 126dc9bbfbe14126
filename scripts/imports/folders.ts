import type { Import, SourceFile } from './source.ts';

/**
 * The areas of the import rules. Each group `domain/<layer>/<group>` is an area of its own; `tools` are tests,
 * benchmarks and scripts.
 */
export type Area =
  | 'composition'
  | 'core'
  | 'http'
  | 'storage'
  | 'protocols'
  | 'delivery'
  | 'dev'
  | `domain/${string}/${string}`
  | 'client'
  | 'console'
  | 'tools';

interface Policy {
  /** Paths outside the area that it may import. */
  may: RegExp;
  /** The rule in words, for the message. */
  mayInWords: string;
  advice: string;
}

/** The layers of the domain, the lowest first. A layer imports itself and those before it. */
export const layers = [
  'project',
  'directory',
  'sessions',
  'credentials',
  'federation',
  'applications',
  'pages',
  'administration',
];

/** The groups that administer delivery's records (connectors, templates, the outbox, webhooks), or send as it does. */
const deliveryGroups = ['domain/project/messages', 'domain/project/webhooks', 'domain/project/audit-streams'];

const policies: Record<string, Policy> = {
  core: {
    may: /^server\/core\//,
    mayInWords: 'core, and types of storage/tables.ts',
    advice: 'Pass in what core needs, or move this out of core',
  },
  http: {
    may: /^server\/core\//,
    mayInWords: 'core',
    advice: 'http knows no storage, protocol or product: let server/app.ts pass it in',
  },
  storage: {
    may: /^server\/core\//,
    mayInWords: 'core',
    advice: 'storage knows the engine and nothing above it: move this to the group that owns it',
  },
  protocols: {
    may: /^server\/(core|protocols)\//,
    mayInWords: 'core and other protocols',
    advice: 'Protocol code takes bytes, keys and a time, and returns facts: let the caller pass in the rest',
  },
  delivery: {
    // A connector's provider describes its own input, in the vocabulary of the endpoints.
    may: /^server\/((core|storage)\/|http\/schema\.ts$)/,
    mayInWords: 'core, storage and http/schema.ts',
    advice: 'Let the domain write what delivery needs into the outbox row',
  },
  dev: {
    may: /^server\/(core|http|protocols)\//,
    mayInWords: 'core, http and protocols',
    advice: 'Development tools use the product from outside: use its API, or let server/app.ts pass it in',
  },
  domain: {
    may: /^server\/(core\/|storage\/|protocols\/|domain\/|http\/(cookies|credentials|endpoint|errors|icons|language|page|page-scripts|provider-logos|request|same-origin|schema|sent-names|unknown-field)\.ts$|delivery\/(events|outbox|webhook\/enqueue-events)\.ts$)/,
    mayInWords:
      'core, storage, protocols, http/{cookies,credentials,endpoint,errors,icons,language,page,page-scripts,provider-logos,request,same-origin,schema,sent-names,unknown-field}.ts, delivery/events.ts, delivery/outbox.ts, delivery/webhook/enqueue-events.ts, groups of its own layer and lower ones',
    advice: 'Operations know neither HTTP nor delivery: return facts, or write to the outbox',
  },
  client: {
    may: /^client\//,
    mayInWords: 'itself, and nothing from npm',
    advice: 'The client has no dependencies: write what it needs in client/',
  },
  console: {
    may: /^client\//,
    mayInWords: 'client',
    advice: 'The console uses the public API only: add what is missing to the client',
  },
};

export function areaOf(path: string): Area | undefined {
  if (/^(test|bench|scripts)\//.test(path) || /\.test\.tsx?$/.test(path)) return 'tools';
  if (/^server\/((main|app|demo|groups|instance|operations|sweeper)\.ts$|commands\/)/.test(path))
    return 'composition';
  if (/^server\/domain\/(group|snapshot-part)\.ts$/.test(path)) return 'composition';
  const [, layer, group] = /^server\/domain\/([^/]+)\/([^/]+)\//.exec(path) ?? [];
  if (layer && group && layers.includes(layer)) return `domain/${layer}/${group}`;
  const [, area] = /^server\/([^/]+)\//.exec(path) ?? [];
  if (area && area in policies && area !== 'domain') return area as Area;
  return /^(client|console)\//.test(path) ? (path.split('/')[0] as Area) : undefined;
}

/** Explains why `file` must not import this and what to do. Returns undefined if it may. */
export function folderViolation(file: SourceFile, imported: Import): string | undefined {
  const from = areaOf(file.path);
  if (from === 'tools' || from === undefined) return undefined;
  if (from === 'client' && isPackage(imported.specifier)) {
    return describe('client', imported.specifier);
  }
  const { target } = imported;
  if (target === undefined) return undefined;
  const to = areaOf(target);
  if (to === 'dev' && from !== 'dev' && !/^server\/(app|main)\.ts$/.test(file.path)) {
    return `only server/app.ts and server/main.ts may import ${target}: development tools must be absent in production`;
  }
  const wall = from === 'console' && to === 'console' ? consoleViolation(file.path, target) : undefined;
  if (wall) return wall;
  if (from === 'composition' || from === to) return undefined;
  const kind = from.startsWith('domain/') ? 'domain' : from;
  if (kind === 'domain' && to?.startsWith('domain/') && isPrivate(target)) {
    return `${target} is private to its group. Call an operation of that group instead, or add one there`;
  }
  if (kind === 'domain' && layerOf(from) < layerOf(to)) {
    return `${from} may not import ${target}, which lies in a higher layer. Pass the value in, or move the caller up`;
  }
  if (deliveryGroups.includes(from) && to === 'delivery' && !isStore(target)) return undefined;
  if (kind === 'core' && imported.typeOnly && target === 'server/storage/tables.ts') return undefined;
  return policies[kind]?.may.test(target) ? undefined : describe(kind, target);
}

/** Walls in the console: screens are opened by the router only, and take what they share from components. */
function consoleViolation(path: string, target: string): string | undefined {
  const [from, to] = [screenOf(path), screenOf(target)];
  if (!to || from === to || path === 'console/screens.ts') return undefined;
  return from
    ? `a screen may not import ${target} of another screen. Move what both share to console/components/`
    : `only console/screens.ts may import ${target}: what is not a screen knows none`;
}

function screenOf(path: string): string | undefined {
  return /^console\/screens\/([^/]+)\//.exec(path)?.[1];
}

function describe(kind: string, target: string): string {
  const policy = policies[kind];
  return `${kind} may import only ${policy?.mayInWords}, not ${target}. ${policy?.advice}`;
}

/** Returns the position among the layers; -1 outside the domain. */
function layerOf(area: Area | undefined): number {
  return area?.startsWith('domain/') ? layers.indexOf(area.split('/')[1] as string) : -1;
}

function isPrivate(path: string): boolean {
  return /^server\/domain\/.*\/((store|endpoints)[^/]*(\.ts$|\/)|(group|snapshot-parts?)\.ts$)/.test(path);
}

function isStore(path: string): boolean {
  return /\/store(-[\w-]+)?\.ts$/.test(path);
}

function isPackage(specifier: string): boolean {
  return !specifier.startsWith('.') && !specifier.startsWith('node:');
}
