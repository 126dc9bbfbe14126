import { ensureDebianPackages } from '../../scripts/debian-packages.ts';

export default function install(): Promise<void> {
  return ensureDebianPackages(['rsyslogd', 'openssl'], new AbortController().signal);
}
