import { useMemo, useState, type RefObject } from 'react'
import type { Asset } from '#contract/assets.ts'
import type { ViewerHandle } from '#viewer/viewer.tsx'
import type { Generate } from '../../tasks/use-generate.ts'
import { ComparePhoto } from './compare-photo.tsx'
import { listScanPhotos, type PhotoChoices, withChoices } from './list-photos.ts'
import { ScanPanel } from './scan-panel.tsx'

type ScanOnCanvasProps = {
  recipe: NonNullable<Asset['recipe']>
  scan: NonNullable<NonNullable<Asset['recipe']>['scan']>
  viewerRef: RefObject<ViewerHandle | null>
  /** False if the model's generator is not connected. */
  canMake: boolean
  again: Generate
  isComparing: boolean
  onCompare: (isOn: boolean) => void
  onClose: () => void
}

/** Renders the photos of a scan beside its model, or one photo over the model. */
export function ScanOnCanvas({
  recipe,
  scan,
  viewerRef,
  canMake,
  again,
  isComparing,
  onCompare,
  onClose,
}: ScanOnCanvasProps) {
  const { files } = recipe.params
  const photos = useMemo(() => listScanPhotos(scan, files), [scan, files])
  const [choices, setChoices] = useState<PhotoChoices>(new Map())
  const [number, setNumber] = useState<number>()
  const shown = photos.find((photo) => photo.number === number)
  const placed = photos.filter(({ camera, url }) => camera && url !== undefined)

  const step = (by: 1 | -1) => {
    const at = placed.findIndex((photo) => photo.number === number)
    setNumber(placed[(at + by + placed.length) % placed.length]?.number)
  }
  if (isComparing && shown) {
    return (
      <ComparePhoto
        photo={shown}
        lens={scan.lens}
        viewerRef={viewerRef}
        onStep={step}
        onClose={() => onCompare(false)}
      />
    )
  }
  return (
    <div className="pointer-events-none z-30 grid content-end max-md:fixed max-md:inset-x-0 max-md:top-20 max-md:bottom-0 md:absolute md:inset-x-4 md:top-34 md:bottom-[calc(var(--covered-below,4rem)+0.5rem)]">
      <ScanPanel
        scan={scan}
        photos={photos}
        choices={choices}
        shown={shown}
        isStarting={again.isStarting}
        problem={again.problem}
        onShow={(photo) => setNumber(photo.number)}
        onChoice={(photo, choice) => setChoices(new Map(choices).set(photo.number, choice))}
        onCompare={() => onCompare(true)}
        onMake={
          canMake
            ? () => again.start(recipe.modelId, withChoices(recipe.params, photos, choices))
            : undefined
        }
        onClose={onClose}
      />
    </div>
  )
}
