import { readLibrary, readPicture } from './library.ts';
import { renderDocument } from './render.ts';
import { readSections, searchSections } from './search.ts';
import { type Frame, viewPage, viewSearch } from './view.ts';

export interface Shelf {
  page(address: string): string | undefined;
  picture(address: string): Buffer | undefined;
  search(query: string): Promise<string>;
}

/** Renders each page when it is opened first, and keeps it. */
export function openShelf(options: Omit<Frame, 'library'>): Shelf {
  const library = readLibrary();
  const frame = { ...options, library };
  const pages = new Map<string, string>();
  let sections: ReturnType<typeof readSections> | undefined;
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
      sections ??= readSections(library);
      return viewSearch(frame, query, searchSections(await sections, query));
    },
  };
}
