import { type Profiler, Session } from 'node:inspector/promises';

/**
 * The kinds of work, by the place of a function. A function that no rule names counts as its caller does. The first
 * rule that fits decides, unless the caller's kind keeps all that it calls.
 */
const kinds: { name: string; keeps?: boolean; place: RegExp }[] = [
  { name: 'measuring', keeps: true, place: /node:inspector/ },
  { name: 'waiting', place: /^\(idle\)/ },
  { name: 'collecting garbage', place: /^\(garbage collector\)/ },
  { name: 'migrating databases', keeps: true, place: /\/server\/storage\/migrat/ },
  {
    name: 'starting servers',
    keeps: true,
    place: /\/(server\/(app|instance|operations|endpoints)|test\/harness)\.ts$/,
  },
  { name: 'signing, keys and hashes', place: /node:internal\/crypto\/|\/node_modules\/@node-rs\// },
  { name: 'driving browsers', keeps: true, place: /\/node_modules\/(playwright-core|axe-core)\// },
  { name: 'starting processes', keeps: true, place: /node:(internal\/)?child_process/ },
  { name: 'loading and running tests', keeps: true, place: /\/node_modules\/(vitest|vite|@vitest)\// },
  { name: 'SQLite', place: /\/server\/storage\/sqlite\/|node:sqlite/ },
  { name: 'driver of PostgreSQL', place: /\/server\/storage\/postgres\/|\/node_modules\/pg/ },
  { name: 'building queries', place: /\/node_modules\/kysely\// },
  {
    name: 'HTTP',
    place: /node:(_?http|internal\/(deps\/undici|http))|\/node_modules\/(fastify|light-my-request)\//,
  },
  { name: 'XML', place: /\/node_modules\/(@xmldom|xml-crypto|xml-encryption|xpath)\// },
  { name: 'the product', place: /\/(server|client)\/(?!.*\.test\.ts)/ },
  { name: 'tests and their helpers', place: /\/(test|bench|scripts)\/|\.test\.ts$/ },
];
const otherWork = 'other';

/** Starts V8's sampling profiler for this thread. The returned function says the seconds by kind of work since then. */
export async function startProfile(): Promise<() => Promise<Record<string, number>>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 1_000 });
  await session.post('Profiler.start');
  return async () => {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    return secondsByKind(profile);
  };
}

function secondsByKind({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Record<string, number> {
  const microseconds = new Map<number, number>();
  for (const [i, id] of samples.entries()) {
    microseconds.set(id, (microseconds.get(id) ?? 0) + (timeDeltas[i] ?? 0));
  }
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const seconds: Record<string, number> = {};
  const visit = (node: Profiler.ProfileNode, ofCaller: (typeof kinds)[number] | undefined): void => {
    const { functionName, url } = node.callFrame;
    const own = kinds.find(({ place }) => place.test(url || functionName));
    const kind = ofCaller?.keeps ? ofCaller : (own ?? ofCaller);
    const name = kind?.name ?? otherWork;
    seconds[name] = (seconds[name] ?? 0) + (microseconds.get(node.id) ?? 0) / 1_000_000;
    for (const id of node.children ?? []) visit(byId.get(id) as Profiler.ProfileNode, kind);
  };
  // The first node is the root.
  if (nodes[0]) visit(nodes[0], undefined);
  return seconds;
}
