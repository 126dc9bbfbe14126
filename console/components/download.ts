/** Hands the viewer a file that the page has made. */
export function download(name: string, content: BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob(content, { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Not at once: the browser begins with it after this.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
