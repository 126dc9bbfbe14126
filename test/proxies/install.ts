import { ensureDebianPackages } from '../../scripts/debian-packages.ts';

export default function install(): Promise<void> {
  return ensureDebianPackages(['postgres', 'pgbouncer', 'haproxy'], new AbortController().signal);
}
