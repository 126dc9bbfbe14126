import { ensureDebianPackages } from '../../scripts/debian-packages.ts';

export default function install(): Promise<void> {
  const programs = ['apache2', 'pysaml2', 'php', '/usr/bin/chromium-headless-shell'];
  return ensureDebianPackages(programs, new AbortController().signal);
}
