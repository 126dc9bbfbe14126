/** Removes a character from the end of a text, as often as it occurs there. A pattern such as `/=+$/` is quadratic. */
export function trimEnd(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}
