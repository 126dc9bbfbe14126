import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ServiceContext } from '../../../../core/context.ts';
import type { Branding } from '../../../../core/hosted-pages.ts';
import type { Scheme } from '../../../../core/palette.ts';
import { perInstance } from '../../../../core/per-instance.ts';
import { cornerRadii } from '../../hosted-pages/corners.ts';
import { type Encoded, tagOf } from '../send-kept.ts';
import { colorsOf } from './colors.ts';

const schemes: readonly Scheme[] = ['light', 'dark'];

/** CSS by scheme, and by component and scheme: the library's own theme, which `make-base-theme.ts` has written. */
interface BaseTheme {
  globals: Record<Scheme, string>;
  components: Record<string, object>;
  /** The components that are different in the dark scheme. */
  darkComponents: Record<string, object>;
}

/** CSS that follows the library's, by component: it uses one color both as a background and as text, and pale outlines for the focus. */
const additions: Record<string, string> = {
  'descope-link': ':host(:not([mode="secondary"])){--descope-link-text-color:var(--latchkey-accent)}',
  'descope-button':
    ':host([mode="primary"]:is([variant="link"],[variant="outline"]):not([disabled="true"]))' +
    '{--descope-button-label-text-color:var(--latchkey-accent)}' +
    ':host([focused="true"])' +
    '{--descope-button-outline-color:var(--latchkey-accent);--descope-button-outline-offset:2px}',
  'descope-input-wrapper':
    ':host([focused="true"]:not([invalid="true"]))' +
    '{--descope-input-wrapper-outline-color:var(--latchkey-accent)}',
};

interface Parts {
  globals: Record<Scheme, string>;
  /** The components of each scheme as JSON. */
  components: Record<Scheme, string>;
}

/** Reads what the themes of all projects have in common, when the first one is asked for: most instances never need it. */
const partsOf = perInstance<Parts>(() => {
  const file = readFileSync(new URL('base-theme.json', import.meta.url), 'utf8');
  const { globals, components, darkComponents }: BaseTheme = JSON.parse(file);
  return {
    globals,
    components: {
      light: JSON.stringify(withAdditions(components)),
      dark: JSON.stringify(withAdditions({ ...components, ...darkComponents })),
    },
  };
});

function withAdditions(components: Record<string, object>): Record<string, object> {
  const changed = Object.entries(additions).map(([name, css]) => {
    const { host = '', ...parts } = (components[name] ?? {}) as { host?: string };
    return [name, { ...parts, host: host + css }];
  });
  return { ...components, ...Object.fromEntries(changed) };
}

/** The compressed themes of the projects that were shown last. */
const recent = perInstance(() => new Map<string, Promise<Encoded>>());
const maxRecent = 100;

/** Returns the theme of a project, made from its branding. Compressing it costs a few milliseconds, so the result is kept in memory. */
export function themeOf(ctx: ServiceContext, branding: Branding): Promise<Encoded> {
  const parts = partsOf(ctx);
  const globals = schemes.map((scheme) => parts.globals[scheme] + rulesOf(branding, scheme));
  const tag = tagOf(globals.join(''));
  const known = recent(ctx);
  const theme = known.get(tag) ?? encode(tag, globals, parts);
  // The last one used is the last to be forgotten.
  known.delete(tag);
  if (known.size >= maxRecent) known.delete(known.keys().next().value!);
  known.set(tag, theme);
  return theme;
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function encode(tag: string, globals: string[], { components }: Parts): Promise<Encoded> {
  const write = () => {
    const written = schemes.map(
      (scheme, i) =>
        `"${scheme}":{"globals":${JSON.stringify(globals[i])},"components":${components[scheme]}}`,
    );
    return Buffer.from(`{${written.join(',')}}`);
  };
  const theme = write();
  // A higher quality saves a tenth and costs a hundred times as much.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: theme.length };
  const [br, gzip] = await Promise.all([brotli(theme, { params }), zip(theme)]);
  return { tag, br, gzip, identity: write };
}

/** The fonts of the visitor's system: a font from elsewhere would be a request to another host. */
const fonts = 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif';

/** Returns the rule that follows the library's in the same scheme. The colors are six digits each, whatever a project has stored. */
function rulesOf(branding: Branding, scheme: Scheme): string {
  const { shades, accent } = colorsOf(branding, scheme);
  const { m, l } = cornerRadii[branding.cornerRadius];
  const declarations = [
    ...Object.entries(shades).flatMap(([name, values]) =>
      Object.entries(values).map(([shade, color]) => `--descope-colors-${name}-${shade}:${color}`),
    ),
    `--latchkey-accent:${accent}`,
    `--descope-fonts-font1-family:${fonts}`,
    `--descope-fonts-font2-family:${fonts}`,
    ...['xs', 'sm'].map((size) => `--descope-radius-${size}:${m}`),
    ...['md', 'lg', 'xl', '2xl', '3xl'].map((size) => `--descope-radius-${size}:${l}`),
    ...titles,
  ];
  return `*[data-theme="${scheme}"]{${declarations.join(';')}}`;
}

/** The sizes of titles on our own pages: those of the library are for whole pages. */
const titles = [
  ...['--descope-typography-h1-size:1.75rem', '--descope-typography-h1-weight:600'],
  ...['--descope-typography-h2-size:1.5rem', '--descope-typography-h2-weight:600'],
  ...['--descope-typography-h3-size:1.25rem', '--descope-typography-h3-weight:600'],
];
