import { readFileSync } from 'node:fs';
import { type Asset, createAsset } from '../asset.ts';
import { compactCss, pageStyle } from '../page.ts';

const types = {
  'docs.css': 'text/css; charset=utf-8',
  'docs.js': 'text/javascript; charset=utf-8',
  'try-it.js': 'text/javascript; charset=utf-8',
};

export type DocsAsset = keyof typeof types;

export const docsAssets = Object.keys(types) as DocsAsset[];

const assets = new Map<DocsAsset, Asset>();

/** Reads a file of the documentation's pages when it is first needed. */
export function docsAsset(name: DocsAsset): Asset {
  const asset = assets.get(name) ?? createAsset(name, types[name], Buffer.from(contentOf(name)));
  assets.set(name, asset);
  return asset;
}

function contentOf(name: DocsAsset): string {
  const text = readFileSync(new URL(name, import.meta.url), 'utf8');
  return name === 'docs.css' ? `${pageStyle}${compactCss(text)}` : text;
}
