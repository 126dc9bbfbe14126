export function page(title, body, error = '') {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<h1>${escapeHtml(title)}</h1>
${error && `<p role="alert">${escapeHtml(error)}</p>`}
${body}
</html>`;
}

export function escapeHtml(text) {
  return String(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
