import { type ReactNode, type RefObject, useState } from 'react'
import type { Asset } from '#contract/assets.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import type { ViewerHandle } from '#viewer/viewer.tsx'
import type { Generate } from '../tasks/use-generate.ts'

const loadScan = async () => (await import('./scan/scan-on-canvas.tsx')).ScanOnCanvas

export type ScanPhotosOnCanvas = {
  onStage: ReactNode
  isOpen: boolean
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
  const [openFor, setOpenFor] = useState<string>()
  const { recipe } = asset ?? {}
  if (!asset || !recipe?.scan) return undefined
  const isOpen = openFor === asset.id
  const close = () => setOpenFor(undefined)
  return {
    isOpen,
    onToggle: () => setOpenFor(isOpen ? undefined : asset.id),
    onStage: isOpen && (
      <Loaded
        key={asset.id}
        load={loadScan}
        props={{ recipe, scan: recipe.scan, viewerRef, canMake, again, onClose: close }}
      />
    ),
  }
}
