import { ensureDebianPackages } from '../../scripts/debian-packages.ts';

export default function install(): Promise<void> {
  const programs = ['apache2', 'pysaml2', 'lemonldap-ng', 'php', '/usr/bin/chromium-headless-shell'];
  return ensureDebianPackages(programs, new AbortController().signal);
}
