import { type ReactNode, type RefObject, useState } from 'react'
import type { Asset } from '#contract/assets.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import type { ViewerHandle } from '#viewer/viewer.tsx'
import type { Generate } from '../tasks/use-generate.ts'

const loadScan = async () => (await import('./scan/scan-on-canvas.tsx')).ScanOnCanvas

export type ScanPhotosOnCanvas = {
  onStage: ReactNode
  isOpen: boolean
  /** True while a photo covers the model. */
  isComparing: boolean
  onToggle: () => void
}

type ScanSubject = {
  viewerRef: RefObject<ViewerHandle | null>
  again: Generate
  /** False if the model's generator is not connected. */
  canMake: boolean
}

/** @returns `undefined` if the model is not a scan. */
export function useScan(
  asset: Asset | undefined,
  { viewerRef, again, canMake }: ScanSubject,
): ScanPhotosOnCanvas | undefined {
  const [open, setOpen] = useState<{ assetId: string; isComparing: boolean }>()
  const { recipe } = asset ?? {}
  if (!asset || !recipe?.scan) return undefined
  const isOpen = open?.assetId === asset.id
  const isComparing = isOpen && open.isComparing
  const compare = (isOn: boolean) => setOpen({ assetId: asset.id, isComparing: isOn })
  const close = () => setOpen(undefined)
  return {
    isOpen,
    isComparing,
    onToggle: () => (isOpen ? close() : compare(false)),
    onStage: isOpen && (
      <Loaded
        key={asset.id}
        load={loadScan}
        props={{
          recipe,
          scan: recipe.scan,
          viewerRef,
          canMake,
          again,
          isComparing,
          onCompare: compare,
          onClose: close,
        }}
      />
    ),
  }
}
