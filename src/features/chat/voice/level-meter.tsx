/** Height of a bar in silence, as a fraction of the meter's height. */
const quietHeight = 0.12
const bars = 48

export function LevelMeter({ levels }: { levels: readonly number[] }) {
  const padded = [...Array<number>(bars).fill(0), ...levels].slice(-bars)
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${bars * 4} 28`}
      preserveAspectRatio="xMaxYMid slice"
      className="h-7 min-w-8 flex-1 text-accent"
    >
      {padded.map((level, at) => {
        const height = 28 * Math.max(quietHeight, level)
        return (
          <rect
            key={at}
            x={at * 4}
            y={14 - height / 2}
            width={2}
            height={height}
            rx={1}
            fill="currentColor"
            opacity={level > quietHeight ? 1 : 0.35}
          />
        )
      })}
    </svg>
  )
}
