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

const nodeHeight = 64;
const nodeWidth = { min: 128, max: 160 };
const gap = 14;
const padding = 10;
const betweenLayers = 40;
/** The room at the right for ways that pass other layers. */
const lane = 28;

interface Node {
  width: number;
  columns: number;
}

/** Returns how many screens fit next to each other, and how wide they are. */
function columnsIn(room: number): Node {
  const inner = room - 2 * padding - lane + gap;
  const columns = Math.min(6, Math.max(1, Math.floor(inner / (nodeWidth.min + gap))));
  const width = Math.floor(inner / columns) - gap;
  return { columns, width: Math.max(nodeWidth.min, Math.min(nodeWidth.max, width)) };
}

/** Places the groups below each other, in layers as wide as the room. */
export function layOut(groups: readonly Group[], room: number): Layout {
  const node = columnsIn(room);
  const inner = node.columns * (node.width + gap) - gap;
  const width = inner + 2 * padding + lane;
  const nodes = new Map<string, Box>();
  const frames: Box[] = [];
  const boxes: Box[] = [];
  let y = 0;
  const layers = Math.max(0, ...groups.map(({ layer }) => layer + 1));
  for (let layer = 0; layer < layers; layer++) {
    const own = groups.map((group, index) => ({ ...group, index })).filter((group) => group.layer === layer);
    for (const { members, index } of own.filter(({ members }) => members.length > 1)) {
      const frame = { y, ...sizeOf(members.length, node) };
      const x = padding + (inner - frame.width) / 2;
      place(members, x, y + padding);
      boxes[index] = { ...frame, x: x - padding, width: frame.width + 2 * padding };
      frames.push(boxes[index]);
      y += frame.height + gap;
    }
    const single = own.filter(({ members }) => members.length === 1);
    for (let first = 0; first < single.length; first += node.columns) {
      const row = single.slice(first, first + node.columns);
      const members = row.map(({ members }) => members[0]!);
      place(members, padding + (inner - sizeOf(members.length, node).width) / 2, y);
      for (const { members, index } of row) boxes[index] = nodes.get(members[0]!)!;
      y += nodeHeight + 2 * gap;
    }
    y += betweenLayers - (single.length > 0 ? 2 * gap : gap);
  }
  return { width, height: y - betweenLayers, nodes, frames, ways: waysBetween(groups, boxes, width) };

  function place(ids: string[], x: number, y: number): void {
    ids.forEach((id, i) => {
      const [column, row] = [i % node.columns, Math.floor(i / node.columns)];
      const [left, top] = [x + column * (node.width + gap), y + row * (nodeHeight + gap)];
      nodes.set(id, { x: left, y: top, width: node.width, height: nodeHeight });
    });
  }
}

function sizeOf(count: number, { width, columns }: Node): { width: number; height: number } {
  const [across, rows] = [Math.min(count, columns), Math.ceil(count / columns)];
  return {
    width: across * (width + gap) - gap,
    height: rows * (nodeHeight + gap) - gap + 2 * padding,
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
  const [x1, y1] = [from.x + from.width / 2, from.y + from.height];
  const x2 = to.x + to.width / 2;
  const [out, back] = [y1 + gap / 2, to.y - gap];
  return `M${x1} ${y1}V${out}H${x}V${back}H${x2}V${to.y}`;
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
