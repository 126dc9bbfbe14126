import type { Group } from './arrange.ts';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Layout {
  width: number;
  height: number;
  /** The place of each screen and end. */
  nodes: Map<string, Box>;
  /** The frames of groups with several members. */
  frames: Box[];
  /** The ways between groups, as paths of SVG. */
  ways: string[];
}

const node = { width: 148, height: 56 };
const gap = 12;
const padding = 10;
const betweenLayers = 40;
/** The room at the right for ways that pass other layers. */
const lane = 28;

/** Returns how many screens fit next to each other. */
export function columnsFor(width: number): number {
  const room = width - 2 * padding - lane + gap;
  return Math.min(6, Math.max(1, Math.floor(room / (node.width + gap))));
}

/** Places the groups below each other, in layers of at most `columns` screens. */
export function layOut(groups: readonly Group[], columns: number): Layout {
  const inner = columns * (node.width + gap) - gap;
  const width = inner + 2 * padding + lane;
  const nodes = new Map<string, Box>();
  const frames: Box[] = [];
  const boxes: Box[] = [];
  let y = 0;
  const layers = Math.max(0, ...groups.map(({ layer }) => layer + 1));
  for (let layer = 0; layer < layers; layer++) {
    const own = groups.map((group, index) => ({ ...group, index })).filter((group) => group.layer === layer);
    for (const { members, index } of own.filter(({ members }) => members.length > 1)) {
      const frame = { y, ...sizeOf(members.length, columns) };
      const x = padding + (inner - frame.width) / 2;
      place(members, { x, y: y + padding, columns });
      boxes[index] = { ...frame, x: x - padding, width: frame.width + 2 * padding };
      frames.push(boxes[index]);
      y += frame.height + gap;
    }
    const single = own.filter(({ members }) => members.length === 1);
    for (let first = 0; first < single.length; first += columns) {
      const row = single.slice(first, first + columns);
      const members = row.map(({ members }) => members[0]!);
      const { width } = sizeOf(members.length, columns);
      place(members, { x: padding + (inner - width) / 2, y, columns });
      for (const { members, index } of row) boxes[index] = nodes.get(members[0]!)!;
      y += node.height + gap;
    }
    y += betweenLayers - gap;
  }
  return { width, height: y - betweenLayers, nodes, frames, ways: waysBetween(groups, boxes, width) };

  function place(ids: string[], { x, y, columns }: { x: number; y: number; columns: number }): void {
    ids.forEach((id, i) => {
      const [column, row] = [i % columns, Math.floor(i / columns)];
      const left = x + column * (node.width + gap);
      nodes.set(id, { x: left, y: y + row * (node.height + gap), ...node });
    });
  }
}

function sizeOf(count: number, columns: number): { width: number; height: number } {
  const [across, rows] = [Math.min(count, columns), Math.ceil(count / columns)];
  return {
    width: across * (node.width + gap) - gap,
    height: rows * (node.height + gap) - gap + 2 * padding,
  };
}

function waysBetween(groups: readonly Group[], boxes: readonly Box[], width: number): string[] {
  return groups.flatMap(({ layer, next }, from) =>
    next.map((to) =>
      groups[to]!.layer === layer + 1
        ? down(boxes[from]!, boxes[to]!)
        : around(boxes[from]!, boxes[to]!, width - lane / 2),
    ),
  );
}

/** Draws a way from the bottom of a box to the top of the next one. */
function down(from: Box, to: Box): string {
  const [x1, y1] = [from.x + from.width / 2, from.y + from.height];
  const [x2, y2] = [to.x + to.width / 2, to.y];
  const middle = (y1 + y2) / 2;
  return `M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}`;
}

/** Draws a way that passes what lies between at the right. */
function around(from: Box, to: Box, x: number): string {
  const [x1, y1] = [from.x + from.width, from.y + from.height / 2];
  const [x2, y2] = [to.x + to.width, to.y + to.height / 2];
  return `M${x1} ${y1}C${x} ${y1} ${x} ${y1} ${x} ${y1 + 24}L${x} ${y2 - 24}C${x} ${y2} ${x} ${y2} ${x2} ${y2}`;
}

/** Draws a way between two screens, for one that is chosen. */
export function between(from: Box, to: Box): string {
  const centers = [from, to].map(({ x, y, width, height }) => [x + width / 2, y + height / 2] as const);
  const [[x1, y1], [x2, y2]] = centers as [readonly [number, number], readonly [number, number]];
  const isBeside = Math.abs(y1 - y2) < from.height;
  if (isBeside) {
    const side = x2 > x1 ? 1 : -1;
    const [start, end] = [x1 + (side * from.width) / 4, x2 - (side * to.width) / 4];
    return `M${start} ${from.y}C${start} ${from.y - 20} ${end} ${to.y - 20} ${end} ${to.y}`;
  }
  const isDown = y2 > y1;
  const start = isDown ? from.y + from.height : from.y;
  const end = isDown ? to.y : to.y + to.height;
  const middle = (start + end) / 2;
  return `M${x1} ${start}C${x1} ${middle} ${x2} ${middle} ${x2} ${end}`;
}
