import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { CityResponse, Reader } from 'mmdb-lib';

/** Returns the place of an address in the language, such as "Zürich, Switzerland"; an empty text if it is unknown. */
export type PlaceOf = (address: string, language: string) => string;

/**
 * Opens a file in the MaxMind DB format with cities or countries, such as DB-IP Lite or GeoLite2. It is read into memory once; a newer
 * file counts after a restart. Throws for a file that cannot be used.
 */
export async function openPlaces(path: string): Promise<PlaceOf> {
  const { Reader } = await import('mmdb-lib');
  let reader: Reader<CityResponse>;
  try {
    reader = new Reader<CityResponse>(await readFile(path));
  } catch (cause) {
    throw new Error(
      `LATCHKEY_PLACES is ${path}, which is not a file with places in the MaxMind DB format, or cannot be ` +
        'read. Check path and owner.',
      { cause },
    );
  }
  return (address, language) => {
    if (isIP(address) === 0) return '';
    try {
      const found = reader.get(address);
      const names = [found?.city?.names, found?.country?.names];
      return names.flatMap((one) => nameIn(one, language) ?? []).join(', ');
    } catch {
      // An IPv6 address in a file that has only IPv4.
      return '';
    }
  };
}

function nameIn(names: object | undefined, language: string): string | undefined {
  const known = names as Record<string, string> | undefined;
  return known?.[language] ?? known?.[language.split('-')[0] ?? ''] ?? known?.['en'];
}
