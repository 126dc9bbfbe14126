const written = document.querySelector<HTMLMetaElement>('meta[name=base-url]')?.content ?? '';

/**
 * The server's base URL: the address that other programs use. The console may have been opened under another name of
 * the host, so every address that it shows or stores begins with this one. Vite's own server does not fill it in.
 */
export const baseUrl = URL.canParse(written) ? written.replace(/\/$/, '') : location.origin;
