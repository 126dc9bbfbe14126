/** Offers content that was created in the page as a download. */
export function download(name: string, content: BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob(content, { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Deferred because the browser starts the download after this function returns.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
