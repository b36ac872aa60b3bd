import { cn } from '#ui/cn.ts'
import { isPhotoUsed, type PhotoChoices, type ScanPhoto } from './list-photos.ts'

/**
 * Radius of each round of photos in the drawing, from low cameras (outside) to cameras above the
 * object (inside).
 */
const radii = [44, 32, 20, 8]

type PhotoRingProps = {
  photos: readonly ScanPhoto[]
  choices: PhotoChoices
  shown: number | undefined
}

/** Renders the positions of the photos around the object, seen from above. */
export function PhotoRing({ photos, choices, shown }: PhotoRingProps) {
  return (
    <svg viewBox="-50 -50 100 100" aria-hidden className="size-32 shrink-0">
      {radii.slice(0, 3).map((radius) => (
        <circle key={radius} r={radius} className="fill-none stroke-line" />
      ))}
      {photos.map((photo) => {
        if (photo.round === undefined) return null
        const radius = radii[photo.round] ?? 0
        return (
          <circle
            key={photo.number}
            cx={radius * Math.sin(photo.azimuth)}
            cy={radius * Math.cos(photo.azimuth)}
            r={photo.number === shown ? 4.5 : 3}
            className={cn(
              isPhotoUsed(photo, choices) ? 'fill-success' : 'fill-warning',
              photo.number === shown && 'fill-accent',
            )}
          />
        )
      })}
    </svg>
  )
}
