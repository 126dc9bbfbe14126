export const devices = ['Bot', 'Mobile', 'Desktop', 'Tablet', 'Unknown'] as const;
export type Device = (typeof devices)[number];

/** From the most specific sign to the least: an Android tablet says Android, too, and a bot can send anything. */
const signs: [RegExp, Device][] = [
  [/bot\b|crawl|spider|slurp|headless|\b(curl|wget|okhttp|axios|python|java|go-http|node)\b/i, 'Bot'],
  [/ipad|tablet|kindle|silk\/|playbook|android(?!.*\bmobile\b)/i, 'Tablet'],
  [/iphone|ipod|mobi|windows phone/i, 'Mobile'],
  [/windows nt|macintosh|x11|linux|cros/i, 'Desktop'],
];

/** Classifies a device by its user agent, which is not verified. */
export function deviceOf(userAgent: string): Device {
  return signs.find(([sign]) => sign.test(userAgent))?.[1] ?? 'Unknown';
}
