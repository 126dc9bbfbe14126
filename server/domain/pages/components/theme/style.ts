import { parseColor, writeColor } from '../../../../core/color.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { type Branding, cornerRadii as cornerNames } from '../../../../core/hosted-pages.ts';
import { cornerRadii } from '../../hosted-pages/corners.ts';

/** The parts of the branding that a theme of the components has. */
export type ThemeBranding = Pick<Branding, 'primaryColor' | 'darkPrimaryColor' | 'cornerRadius'>;

/** The places of the values in a theme, below `light` and `dark`. */
const ownColor = ['globals', 'colors', 'primary', 'main'];
const ownRadius = ['globals', 'radius', 'md'];
/** The places in themes that the vendor’s console has exported. */
const colors = [ownColor, ['components', 'button', 'mode', 'primary', '--descope-button-main']];
const radii = [ownRadius, ['components', 'button', '--descope-button-border-radius']];

/** Writes the branding as a theme. An empty color is the default one. */
export function writeStyles({ primaryColor, darkPrimaryColor, cornerRadius }: ThemeBranding): object {
  const scheme = (main: string) => ({
    globals: { colors: { primary: { main } }, radius: { md: cornerRadii[cornerRadius].m } },
    components: {},
  });
  return { light: scheme(primaryColor), dark: scheme(darkPrimaryColor) };
}

/**
 * Reads the branding from a theme. Throws E011004 for something else, and for a value that is none. `note` takes the places of the
 * values that have no counterpart.
 */
export function readStyles(
  styles: unknown,
  at: string,
  note: (place: string) => void,
): Partial<ThemeBranding> {
  const schemes = isObject(styles) ? styles : {};
  const { light, dark } = schemes;
  if (!isObject(light) && !isObject(dark))
    throw invalid(at, 'is no theme: it needs `light` or `dark`. Export the theme, and change it');
  for (const name of Object.keys(schemes)) if (name !== 'light' && name !== 'dark') note(`${at}.${name}`);
  const read = { light: readScheme(light, `${at}.light`, note), dark: readScheme(dark, `${at}.dark`, note) };
  const cornerRadius = read.light.cornerRadius ?? read.dark.cornerRadius;
  if (read.dark.cornerRadius !== undefined && read.dark.cornerRadius !== cornerRadius)
    throw invalid(`${at}.dark`, 'has other corners than light. Use the same corners in both');
  return {
    ...(read.light.color !== undefined && { primaryColor: read.light.color }),
    ...(read.dark.color !== undefined && { darkPrimaryColor: read.dark.color }),
    ...(cornerRadius && { cornerRadius }),
  };
}

function readScheme(scheme: unknown, at: string, note: (place: string) => void) {
  if (scheme === undefined) return {};
  if (!isObject(scheme)) throw invalid(at, 'must be an object');
  const color = firstOf(scheme, colors);
  const radius = firstOf(scheme, radii);
  const used = [color?.path, radius?.path].map((path) => path?.join('.'));
  for (const [path] of leavesOf(scheme)) if (!used.includes(path)) note(`${at}.${path}`);
  return {
    color: color && readColor(color.value, `${at}.${color.path.join('.')}`),
    cornerRadius: radius && readRadius(radius.value, `${at}.${radius.path.join('.')}`),
  };
}

function firstOf(scheme: object, places: string[][]) {
  for (const path of places) {
    const value = valueAt(scheme, path);
    if (value !== undefined) return { path, value };
  }
  return undefined;
}

function valueAt(value: unknown, [name, ...path]: string[]): unknown {
  if (name === undefined) return value;
  return isObject(value) && Object.hasOwn(value, name) ? valueAt(value[name], path) : undefined;
}

function readColor(value: unknown, at: string): string {
  if (value === '') return '';
  // The last two digits are the opacity.
  if (typeof value === 'string' && /^#[0-9a-f]{6}(?:ff)?$/i.test(value))
    return writeColor(parseColor(value.slice(0, 7).toLowerCase()));
  throw invalid(at, 'must be a color such as #2853b8, without transparency');
}

/** Finds the nearest of our roundings. */
function readRadius(value: unknown, at: string): Branding['cornerRadius'] {
  const pixels = typeof value === 'string' ? pixelsOf(value) : undefined;
  if (pixels === undefined) throw invalid(at, 'must be a length in px or rem, such as 8px');
  const distance = (name: Branding['cornerRadius']) =>
    Math.abs((pixelsOf(cornerRadii[name].m) ?? 0) - pixels);
  return [...cornerNames].sort((a, b) => distance(a) - distance(b))[0] ?? 'medium';
}

function pixelsOf(length: string): number | undefined {
  const [, number = '', unit] = /^([0-9]{0,4}(?:\.[0-9]{1,6})?)(px|rem)?$/.exec(length) ?? [];
  if (number === '' || (unit === undefined && Number(number) !== 0)) return undefined;
  return Number(number) * (unit === 'rem' ? 16 : 1);
}

/** The deepest nesting of a theme that is read. */
const maxDepth = 20;

function leavesOf(value: object, path = '', depth = 0): [string, unknown][] {
  return Object.entries(value).flatMap(([name, inner]) => {
    const place = path ? `${path}.${name}` : name;
    return isObject(inner) && depth < maxDepth
      ? leavesOf(inner, place, depth + 1)
      : [[place, inner] as [string, unknown]];
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(at: string, problem: string): ServiceError {
  return new ServiceError('E011004', `${at.slice(0, 200)} ${problem}`);
}
