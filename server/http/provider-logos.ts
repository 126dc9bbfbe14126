import { readdirSync, readFileSync } from 'node:fs';
import { createAsset } from './asset.ts';
import { type Html, html } from './page.ts';

const folder = new URL('provider-logos/', import.meta.url);

/**
 * The logos of the built-in providers, for the pages and the console. `npm run generate` writes them from the icon set
 * "SVG Logos" (CC0). The marks belong to their owners.
 */
const logos = new Map(
  readdirSync(folder).map((file) => [
    file.replace('.svg', ''),
    createAsset(`providers/${file}`, 'image/svg+xml', readFileSync(new URL(file, folder))),
  ]),
);

export const providerLogoAssets = [...logos.values()];

/** Renders the logo of a built-in provider, beside its name. `undefined`: there is none. */
export function providerLogo(id: string): Html | undefined {
  const light = logos.get(id);
  if (!light) return undefined;
  const dark = logos.get(`${id}-dark`);
  const image = html`<img class="icon" src="${light.path}" alt="" width="20" height="20">`;
  if (!dark) return image;
  return html`<picture><source srcset="${dark.path}" media="(prefers-color-scheme: dark)">${image}</picture>`;
}
