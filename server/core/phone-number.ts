import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { foldMailAddress } from './mail-address.ts';
import { plainDigits } from './typed-text.ts';

// A phone number has one form: E.164 (ITU-T), a plus and 7 to 15 digits, the first of which is not 0.

const separator = /[\s\p{Pd}\u2212.()[\]/·~]/gu;

/** Country codes of one and two digits; all others have three (ITU-T E.164). */
const countryCode = /^\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

/** The longest text that is read. Messages about a number quote it, too. */
const maxTyped = 64;

/**
 * Reads an international number as people write it, with separators, digits of any script and the trunk prefix "(0)". Returns `undefined`
 * for other text. The digits stay, whether or not the number is assigned.
 */
export function foldPhoneNumber(text: string): string | undefined {
  if (text.length > maxTyped || !/[+＋﹢]/.test(text)) return undefined;
  const isPlain = /^\+[0-9]+$/.test(text);
  const typed = isPlain ? text : plainDigits(text);
  const number = isPlain ? text : typed.replace(separator, '');
  if (!/^\+[1-9][0-9]{6,15}$/.test(number)) return undefined;
  const reached = withoutTrunkPrefix(number, /\(\s*0\s*\)/.test(typed));
  return reached.length <= 16 ? reached : undefined;
}

/** Reads a number in a field for phone numbers, where a leading 00 can only mean the plus. */
export function readPhoneNumber(text: string): string | undefined {
  const typed = text.length <= maxTyped ? plainDigits(text) : '';
  return foldPhoneNumber(typed.replace(/^\(?00(?=[^0-9]{0,3}[1-9])/, '+'));
}

/** Returns the one form of an address of either kind, or `undefined` for other text. */
export function foldAddress(text: string): string | undefined {
  return foldMailAddress(text) ?? foldPhoneNumber(text);
}

/**
 * Removes the 0 that is dialed only inside the country, as libphonenumber knows it: Italian numbers keep theirs. A 0 in parentheses is
 * one in other countries even if the number has a digit too few or too many.
 */
function withoutTrunkPrefix(number: string, isMarked: boolean): string {
  const [code = ''] = countryCode.exec(number) ?? [];
  if (!isMarked && number[code.length] !== '0') return number;
  const parsed = parsePhoneNumberFromString(number);
  if (!parsed || !(isMarked || parsed.isValid())) return number;
  const { countryCallingCode, number: reached } = parsed;
  return number === `+${countryCallingCode}0${reached.slice(countryCallingCode.length + 1)}`
    ? reached
    : number;
}
