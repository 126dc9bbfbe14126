import { ensureDebianPackages } from '../../scripts/debian-packages.ts';

export default async function install(): Promise<void> {
  const { signal } = new AbortController();
  await ensureDebianPackages(['postgres', 'pgbouncer', 'haproxy'], signal);
  // Their tests say that they are skipped where the packages cannot be had.
  await ensureDebianPackages(['nginx', 'caddy'], signal).catch((error) => console.warn(String(error)));
}
