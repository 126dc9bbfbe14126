import type { Endpoint } from '../endpoint.ts';
import { readLibrary, readPicture } from './library.ts';
import { viewReference } from './reference/pages.ts';
import { createReference, readReference } from './reference/reference.ts';
import { renderDocument } from './render.ts';
import { createSearchIndex, search } from './search/search.ts';
import { readSections } from './search/sections.ts';
import { viewSource } from './sources.ts';
import { type Frame, viewPage, viewSearch } from './view.ts';

export interface Shelf {
  page(address: string): string | undefined;
  picture(address: string): Buffer | undefined;
  search(query: string): Promise<string>;
}

export interface ShelfOptions extends Omit<Frame, 'library'> {
  endpoints: readonly Endpoint[];
}

/** Renders each page when it is opened first, and keeps it. */
export function openShelf({ endpoints, ...options }: ShelfOptions): Shelf {
  const library = readLibrary();
  const frame = { ...options, library };
  const pages = new Map<string, string>();
  const reference = createReference(endpoints);
  let index: ReturnType<typeof createSearchIndex> | undefined;
  function* entries() {
    yield* readSections(frame);
    yield* readReference(reference);
  }
  const render = (address: string) => {
    const current = library.byAddress.get(address);
    if (current) return viewPage(frame, { ...renderDocument(current, frame), title: current.title, current });
    const [, folder, name = ''] = /^(reference|api)(?:\/(.*))?$/.exec(address) ?? [];
    if (folder === 'reference' || (folder === 'api' && options.hasApiPage)) {
      return viewReference({ path: `/docs/${folder}`, reference, frame }, name);
    }
    if (!address.startsWith('files/')) return undefined;
    const path = address.slice('files/'.length);
    const body = viewSource(path, library);
    return body && viewPage(frame, { title: path, body });
  };
  return {
    page(address) {
      const page = pages.get(address) ?? render(address);
      if (page !== undefined) pages.set(address, page);
      return page;
    },
    picture: (address) => (library.pictures.has(address) ? readPicture(address) : undefined),
    async search(query) {
      index ??= createSearchIndex(entries());
      return viewSearch(frame, query, search(await index, query));
    },
  };
}
