import './picture.css';
import { useElementSize } from '@mantine/hooks';
import { useMemo } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { type FlowDocument, transitionsOf } from '../flow-document.ts';
import { flowTabMessages } from '../tab-messages.ts';
import { arrange } from './arrange.ts';
import { type Box, between, layOut } from './lay-out.ts';

interface PictureProps {
  document: FlowDocument;
  /** The titles of the screens, by their ID. */
  titles: ReadonlyMap<string, string>;
  chosen: string | undefined;
  onChoose(screen: string | undefined): void;
}

/**
 * Draws a flow from top to bottom. The screens are buttons above the drawing, so that they can be reached by keyboard; the
 * ways between them are in the list of transitions, too.
 */
export function Picture({ document, titles, chosen, onChoose }: PictureProps) {
  const messages = useMessages(flowTabMessages);
  const { ref, width: room } = useElementSize();
  const layout = useMemo(() => layOut(arrange(document), room), [document, room]);
  // A first screen without interactions only says why the flow cannot begin.
  const hasFirst = Object.keys(document.screens[document.start] ?? {}).length > 0;
  const followers = useMemo(() => followersOf(document, chosen), [document, chosen]);
  const { width, height, nodes, frames, ways } = layout;
  const from = chosen === undefined ? undefined : nodes.get(chosen);
  return (
    <div ref={ref}>
      {room > 0 && (
        <div className="flow-picture" style={{ width, height }}>
          <svg width={width} height={height} aria-hidden="true">
            <defs>
              {(['way', 'chosen-way'] as const).map((kind) => (
                <marker
                  key={kind}
                  id={`end-of-${kind}`}
                  className={`end-of-${kind}`}
                  viewBox="0 0 8 8"
                  refX="7"
                  refY="4"
                  markerWidth="8"
                  markerHeight="8"
                  markerUnits="userSpaceOnUse"
                  orient="auto"
                >
                  <path d="M0 0L8 4L0 8z" />
                </marker>
              ))}
            </defs>
            {frames.map(({ x, y, width, height }) => (
              <rect key={`${x} ${y}`} className="frame" rx="10" x={x} y={y} width={width} height={height} />
            ))}
            {ways.map((way) => (
              <path
                key={way}
                className="way"
                d={way}
                markerEnd="url(#end-of-way)"
                data-faint={Boolean(from)}
              />
            ))}
            {from &&
              followers.map((next) => {
                const to = nodes.get(next);
                return (
                  to &&
                  next !== chosen && (
                    <path
                      key={next}
                      className="chosen-way"
                      d={between(from, to)}
                      markerEnd="url(#end-of-chosen-way)"
                    />
                  )
                );
              })}
          </svg>
          {[...nodes].map(([id, box]) => {
            const end = messages.ends[id];
            const style = styleOf(box);
            if (end !== undefined)
              return (
                <div key={id} className="flow-end" style={style} data-follows={followers.includes(id)}>
                  {end}
                </div>
              );
            return (
              <button
                key={id}
                type="button"
                className="flow-screen mantine-focus-auto"
                style={style}
                aria-pressed={id === chosen}
                data-follows={followers.includes(id)}
                data-first={hasFirst && id === document.start}
                title={titles.get(id)}
                onClick={() => onChoose(id === chosen ? undefined : id)}
              >
                <code>{id}</code>
                <span>{hasFirst && id === document.start ? messages.firstScreen : titles.get(id)}</span>
              </button>
            );
          })}
        </div>
      )}
    </div>
  );
}

function styleOf({ x, y, width, height }: Box) {
  return { left: x, top: y, width, height };
}

/** The screens and ends that can follow a screen. */
function followersOf(document: FlowDocument, screen: string | undefined): string[] {
  const own = transitionsOf(document).filter((transition) => transition.screen === screen);
  return [...new Set(own.flatMap(({ to }) => to))];
}
