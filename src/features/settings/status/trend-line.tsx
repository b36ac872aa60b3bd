import { cn } from '#ui/cn.ts'

type TrendLineProps = {
  /** Values at equal intervals, oldest first. */
  values: readonly number[]
  /** Value at the top of the drawing. */
  top: number
  label: string
  isWarning: boolean
}

const width = 100
const height = 32

/** Draws values as a line over a filled area. Fewer than two values leave an empty space. */
export function TrendLine({ values, top, label, isWarning }: TrendLineProps) {
  if (values.length < 2) return <span aria-hidden className="h-8" />
  const points = values.map((value, at) => {
    const x = (at / (values.length - 1)) * width
    return `${x.toFixed(1)},${(height - 1 - (value / top) * (height - 2)).toFixed(1)}`
  })
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the drawing is not a file.
      role="img"
      aria-label={label}
      data-tooltip={label}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className={cn('h-8 w-full', isWarning ? 'text-warning' : 'text-accent')}
    >
      <polygon
        points={`0,${height} ${points.join(' ')} ${width},${height}`}
        className="fill-current opacity-10"
      />
      <polyline
        points={points.join(' ')}
        className="fill-none stroke-current"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
