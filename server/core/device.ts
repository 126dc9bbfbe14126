export const devices = ['Bot', 'Mobile', 'Desktop', 'Tablet', 'Unknown'] as const;
export type Device = (typeof devices)[number];

/** From the most specific sign to the least: an Android tablet says Android, too, and a bot can send anything. */
const signs: [RegExp, Device][] = [
  [/bot\b|crawl|spider|slurp|headless|\b(curl|wget|okhttp|axios|python|java|go-http|node)\b/i, 'Bot'],
  [/ipad|tablet|kindle|silk\/|playbook/i, 'Tablet'],
  [/iphone|ipod|mobi|windows phone/i, 'Mobile'],
  [/android/i, 'Tablet'],
  [/windows nt|macintosh|x11|linux|cros/i, 'Desktop'],
];

/** Classifies a device by its user agent, which is not verified. */
export function deviceOf(userAgent: string): Device {
  return signs.find(([sign]) => sign.test(userAgent))?.[1] ?? 'Unknown';
}

/** In this order, because many browsers also name the ones that they are compatible with. */
const browsers: [RegExp, string][] = [
  [/\bedg(e|a|ios)?\//i, 'Edge'],
  [/\b(opr|opera)\//i, 'Opera'],
  [/samsungbrowser\//i, 'Samsung Internet'],
  [/\b(firefox|fxios)\//i, 'Firefox'],
  [/\b(chrome|crios|chromium)\//i, 'Chrome'],
  [/\bversion\/[\w.]+(?: mobile(?:\/\w+)?)? safari\//i, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/windows nt/i, 'Windows'],
  [/ipad/i, 'iPad'],
  [/iphone|ipod/i, 'iPhone'],
  [/android/i, 'Android'],
  [/cros\b/i, 'ChromeOS'],
  [/macintosh|darwin\//i, 'macOS'],
  [/linux|x11/i, 'Linux'],
];

/**
 * Names the browser and the system, such as `Firefox, Windows`, or returns an empty text. Contains no text of the user
 * agent itself, so that a stranger cannot write into a message that shows it.
 */
export function deviceNameOf(userAgent: string): string {
  const named = [browsers, systems].map((list) => list.find(([sign]) => sign.test(userAgent))?.[1]);
  return named.filter((name) => name !== undefined).join(', ');
}
