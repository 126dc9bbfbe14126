import type { Endpoint } from '../endpoint.ts';
import { readLibrary, readPicture } from './library.ts';
import { createReference, readReference } from './reference/reference.ts';
import { renderDocument } from './render.ts';
import { createSearchIndex, search } from './search/search.ts';
import { readSections } from './search/sections.ts';
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
    yield* readSections(library);
    yield* readReference(reference);
  }
  return {
    page(address) {
      const current = library.byAddress.get(address);
      if (!current) return undefined;
      let page = pages.get(address);
      if (page === undefined) {
        page = viewPage(frame, { ...renderDocument(current, library), title: current.title, current });
        pages.set(address, page);
      }
      return page;
    },
    picture: (address) => (library.pictures.has(address) ? readPicture(address) : undefined),
    async search(query) {
      index ??= createSearchIndex(entries());
      return viewSearch(frame, query, search(await index, query));
    },
  };
}
