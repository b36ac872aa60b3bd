import { cn } from '#ui/cn.ts'
import type { PhotoLook } from '#lib/scan/live-messages.ts'
import { captureRounds, type Coverage, toPlaceKey } from './coverage.ts'

/** Inner and outer radius of each round in the drawing. Photos from low cameras are outside. */
const bands = [
  [38, 47],
  [27, 36],
  [16, 25],
  [3, 14],
] as const
const gap = 0.05

type CoverageRingProps = {
  coverage: Coverage
  look?: PhotoLook | undefined
  className?: string
}

/** Renders the sectors around the object, seen from above. Sectors with a photo are filled. */
export function CoverageRing({ coverage, look, className }: CoverageRingProps) {
  const { direction } = look ?? {}
  const at = direction && (direction.azimuth * Math.PI) / 180
  const radius = direction && 48 * Math.cos((direction.elevation * Math.PI) / 180)
  return (
    <svg viewBox="-50 -50 100 100" aria-hidden className={className}>
      {captureRounds.map(({ title, sectors }, round) =>
        Array.from({ length: sectors }, (_, sector) => (
          <path
            key={`${title} ${sector}`}
            d={drawSector(round, sector, sectors)}
            className={cn(
              coverage.has(toPlaceKey({ round, sector }))
                ? 'fill-success'
                : 'fill-current opacity-25',
            )}
          />
        )),
      )}
      {at !== undefined && radius !== undefined && (
        <circle
          cx={radius * Math.cos(at)}
          cy={-radius * Math.sin(at)}
          r={3.5}
          className="fill-accent stroke-surface"
        />
      )}
    </svg>
  )
}

function drawSector(round: number, sector: number, sectors: number): string {
  const [inner, outer] = bands[round] ?? bands[0]
  const from = (2 * Math.PI * sector) / sectors + gap
  const to = (2 * Math.PI * (sector + 1)) / sectors - gap
  const large = to - from > Math.PI ? 1 : 0
  return `M${point(outer, from)}A${outer} ${outer} 0 ${large} 0 ${point(outer, to)}L${point(inner, to)}A${inner} ${inner} 0 ${large} 1 ${point(inner, from)}Z`
}

const point = (radius: number, angle: number): string =>
  `${(radius * Math.cos(angle)).toFixed(2)} ${(-radius * Math.sin(angle)).toFixed(2)}`
