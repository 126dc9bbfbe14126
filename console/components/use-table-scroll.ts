import { type RefObject, useEffect, useRef } from 'react';

/**
 * Makes the element around a table scroll if the columns are wider than it. Otherwise the page scrolls, and the head of
 * the table sticks to the top of the page, which no style sheet can decide.
 */
export function useTableScroll(table: RefObject<HTMLTableElement | null>): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const outer = scroller.current;
    const inner = table.current;
    if (!outer || !inner) return;
    const observer = new ResizeObserver(() => {
      const scrolls = inner.offsetWidth > outer.clientWidth;
      outer.toggleAttribute('data-scrolls', scrolls);
      // The arrow keys scroll what has the focus.
      if (scrolls) outer.tabIndex = 0;
      else outer.removeAttribute('tabindex');
    });
    observer.observe(outer);
    observer.observe(inner);
    return () => observer.disconnect();
  }, [table]);
  return scroller;
}
