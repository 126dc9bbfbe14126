/** Describes the variables with our prefix that have no effect. Never shows a value, which can be a secret. */
export function describeUnknown(env: NodeJS.ProcessEnv, names: readonly string[]): string[] {
  return Object.keys(env)
    .filter(
      (name) => /^LATCHKEY_/i.test(name) && !names.includes(name) && !isServiceLink(name, env[name] ?? ''),
    )
    .sort()
    .map((name) => {
      const similar = mostSimilar(name, names);
      return `${name} is not a setting and has no effect. ${similar ? `Did you mean ${similar}?` : 'Remove it, or correct its name.'}`;
    });
}

/** Kubernetes describes each Service in the environment of its neighbors, so also one called `latchkey`. */
function isServiceLink(name: string, value: string): boolean {
  if (name.endsWith('_SERVICE_HOST') || /_SERVICE_PORT(?![^_])/.test(name)) return true;
  if (/_PORT_\d{1,5}_(?:TCP|UDP|SCTP)(?![^_])/.test(name)) return true;
  return name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value);
}

function mostSimilar(name: string, names: readonly string[]): string | undefined {
  const core = (text: string) =>
    text
      .toUpperCase()
      .replace(/^LATCHKEY_/, '')
      .replaceAll('_', '');
  const wanted = core(name);
  const ranked = names
    .map((known) => ({ known, distance: distanceOf(wanted, core(known)) }))
    .sort((one, other) => one.distance - other.distance);
  const [best] = ranked;
  return best && best.distance <= Math.max(2, Math.floor(wanted.length / 3)) ? best.known : undefined;
}

/** Counts the letters to insert, remove, replace or swap with their neighbor. */
function distanceOf(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        current[column - 1]! + 1,
        rows[row - 1]![column]! + 1,
        rows[row - 1]![column - 1]! + (isSame ? 0 : 1),
        isSwapped ? rows[row - 2]![column - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(current);
  }
  return rows[one.length]![other.length]!;
}
