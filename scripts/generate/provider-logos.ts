import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { knownProviders } from '../../server/domain/federation/oauth/providers/known.ts';

/** The built-in providers and identity providers, with their names in the icon set "SVG Logos" (CC0). */
const names: Record<string, string> = {
  google: 'google-icon',
  microsoft: 'microsoft-icon',
  github: 'github-icon',
  apple: 'apple',
  gitlab: 'gitlab-icon',
  facebook: 'facebook',
  linkedin: 'linkedin-icon',
  slack: 'slack-icon',
  discord: 'discord-icon',
  okta: 'okta-icon',
};

/** Names of identity providers that are not among the built-in providers. */
const titles: Record<string, string> = { okta: 'Okta' };

interface IconSet {
  width: number;
  height: number;
  icons: Record<string, { body: string; width?: number; height?: number }>;
}

/** Returns the logos as files: `github.svg`, and `github-dark.svg` for a logo that is black. */
export function providerLogos(): Record<string, string> {
  const file = createRequire(import.meta.url).resolve('@iconify-json/logos/icons.json');
  const set = JSON.parse(readFileSync(file, 'utf8')) as IconSet;
  const files = Object.entries(names).flatMap(([provider, name]) => {
    const { body, width = set.width, height = set.height } = set.icons[name]!;
    const title = `<title>${knownProviders.get(provider)?.title ?? titles[provider] ?? provider}</title>`;
    const svg = (body: string) => `${squareSvg(title + body, width, height)}\n`;
    const white = whiteOf(body);
    return [[`${provider}.svg`, svg(body)], ...(white ? [[`${provider}-dark.svg`, svg(white)]] : [])];
  });
  return Object.fromEntries(files);
}

/** Puts the logo into the middle of a square, so that all logos take the same place. */
function squareSvg(body: string, width: number, height: number): string {
  const size = Math.max(width, height);
  const box = [(width - size) / 2, (height - size) / 2, size, size].join(' ');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${box}">${body}</svg>`;
}

/** Returns the white form of a logo of one dark colour, and `undefined` for any other. */
function whiteOf(body: string): string | undefined {
  const colors = body.match(/fill="[^"]*"/g) ?? [];
  if (colors.length === 0) return body.replaceAll('<path ', '<path fill="#fff" ');
  const isDark = colors.every((color) => /^fill="#(000|1[0-9a-f]1[0-9a-f]1[0-9a-f])"$/.test(color));
  return isDark ? body.replaceAll(/fill="[^"]*"/g, 'fill="#fff"') : undefined;
}
