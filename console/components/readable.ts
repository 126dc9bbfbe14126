/** Writes the name of an unknown event as words: `PencilCreated` and `pencil.created` become "Pencil created". */
export function readable(action: string): string {
  const words = action.replace(/([a-z\d])([A-Z])/g, '$1 $2').split(/[\s._:/-]+/);
  const [first = '', ...rest] = words.filter((word) => word !== '');
  return [capitalize(first), ...rest.map((word) => (/^[A-Z]+$/.test(word) ? word : word.toLowerCase()))].join(
    ' ',
  );
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
