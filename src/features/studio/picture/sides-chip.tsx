import ChevronDown from 'lucide-react/icons/chevron-down'
import Layers from 'lucide-react/icons/layers'
import { t } from '#languages/studio.ts'
import { getPictureUrl } from '../state/views-value.ts'

type SidesChipProps = {
  isOpen: boolean
  controls: string
  pictures: readonly unknown[]
  onPressed: () => void
}

const thumbsMax = 3

export function SidesChip({ isOpen, controls, pictures, onPressed }: SidesChipProps) {
  const hasSome = pictures.length > 0
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={controls}
      data-sides
      onClick={onPressed}
      className={`flex h-7 touch-target shrink-0 items-center gap-1.5 rounded-full px-2.5 text-xs font-medium transition-colors ${hasSome ? 'bg-accent-soft text-accent-strong hover:brightness-95' : 'bg-hover text-ink-muted hover:bg-pressed hover:text-ink'}`}
    >
      {hasSome ? (
        <span aria-hidden className="flex -space-x-1">
          {pictures.slice(0, thumbsMax).map((one, at) => (
            <img
              key={at}
              src={getPictureUrl(one)}
              alt=""
              className="size-4.5 rounded-full border border-line bg-surface-raised object-cover"
            />
          ))}
        </span>
      ) : (
        <Layers aria-hidden className="size-3.5" />
      )}
      {hasSome
        ? t('{picturesCount} sides', { picturesCount: pictures.length + 1 })
        : t('Add sides')}
      <ChevronDown
        aria-hidden
        className={`size-3 transition-transform ${isOpen ? 'rotate-180' : ''}`}
      />
    </button>
  )
}
