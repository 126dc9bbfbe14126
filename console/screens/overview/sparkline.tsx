const width = 100;
const height = 32;

/** A small line of numbers over time. Decorative: the figure next to it and its change say what matters. */
export function Sparkline({ values, tone }: { values: number[]; tone: 'accent' | 'bad' }) {
  const highest = Math.max(...values, 1);
  const step = width / Math.max(values.length - 1, 1);
  const points = values.map((value, index) => {
    const y = height - 2 - (value / highest) * (height - 4);
    return `${(index * step).toFixed(2)},${y.toFixed(2)}`;
  });
  return (
    <svg
      className="sparkline"
      data-tone={tone}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <polygon points={`0,${height} ${points.join(' ')} ${width},${height}`} />
      <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
