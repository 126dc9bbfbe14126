// Runs the vendor's unmodified component in the preview of the console. The page has no origin, so that it reaches neither the
// cookies nor the storage of the server's origin. What the component expects of a page with an origin is replaced here.

/** A storage that lasts as long as the page. */
class MemoryStorage {
  #values = new Map();
  get length() {
    return this.#values.size;
  }
  key(index) {
    return [...this.#values.keys()][index] ?? null;
  }
  getItem(name) {
    return this.#values.get(String(name)) ?? null;
  }
  setItem(name, value) {
    this.#values.set(String(name), String(value));
  }
  removeItem(name) {
    this.#values.delete(String(name));
  }
  clear() {
    this.#values.clear();
  }
}

for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, name, { value: new MemoryStorage(), configurable: true });
Object.defineProperty(document, 'cookie', { get: () => '', set: () => {}, configurable: true });
// A page without an origin has no passkeys. The flow then offers none.
Object.defineProperty(window, 'PublicKeyCredential', { value: undefined, configurable: true });

const consoleOrigin = location.origin;
const tell = (message) => parent.postMessage(message, consoleOrigin);

/** The calls that wait for the console, by their number. */
const waiting = new Map();
let calls = 0;

addEventListener('message', ({ source, origin, data }) => {
  if (source !== parent || origin !== consoleOrigin) return;
  const settle = waiting.get(data.call);
  waiting.delete(data.call);
  settle?.(data);
});

const load = window.fetch.bind(window);

/** The console passes calls of flows on, without cookies. The page itself may only load screens and the library. */
window.fetch = async (input, init = {}) => {
  const { pathname } = new URL(input, location.href);
  if (!pathname.startsWith('/v1/')) return load(input, init);
  const call = ++calls;
  const answered = new Promise((resolve) => waiting.set(call, resolve));
  const headers = Object.fromEntries(new Headers(init.headers));
  tell({ kind: 'call', call, path: pathname, headers, body: String(init.body ?? '') });
  const { status, headers: received, body } = await answered;
  if (status === 0) throw new TypeError('the server cannot be reached');
  return new Response(body, { status, headers: received });
};

const component = document.createElement('descope-wc');
const given = { ...document.body.dataset };
const attributes = {
  'project-id': given.project,
  'flow-id': given.flow,
  theme: given.theme,
  locale: given.locale,
  // The focus stays in the console until somebody enters the frame.
  'auto-focus': 'skipFirstScreen',
  'base-url': consoleOrigin,
  'base-static-url': `${consoleOrigin}/pages`,
  'base-cdn-url': consoleOrigin,
};
for (const [name, value] of Object.entries(attributes)) if (value) component.setAttribute(name, value);
for (const kind of ['ready', 'success', 'error'])
  component.addEventListener(kind, ({ detail }) =>
    tell({ kind, message: detail?.errorDescription ?? detail?.errorMessage ?? '' }),
  );
document.body.append(component);
