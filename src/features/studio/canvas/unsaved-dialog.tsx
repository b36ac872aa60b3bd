import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Asset } from '#contract/assets.ts'
import { formatPlural } from '#lib/format.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { studioStore } from '../state/store.ts'
import { useSaveVersion } from './use-save-version.ts'
import type { UnsavedGuard } from './use-unsaved-guard.ts'

type UnsavedDialogProps = { asset: Asset; guard: UnsavedGuard }

/** Renders a dialog that asks whether to save unsaved edits before another model is shown. */
export function UnsavedDialog({ asset, guard }: UnsavedDialogProps) {
  const [isSaving, setIsSaving] = useState(false)
  const [path, navigate] = useLocation()
  const save = useSaveVersion(asset, () => guard.release())
  const { unsaved } = guard
  if (!unsaved) return null
  const keep = () => {
    studioStore.getState().assetShown(asset.id)
    if (path.startsWith('/asset/')) navigate(`/asset/${asset.id}`, { replace: true })
  }
  const saveFirst = async () => {
    setIsSaving(true)
    try {
      await save?.(await (await fetch(unsaved.url)).blob(), unsaved.step)
    } finally {
      setIsSaving(false)
    }
  }
  return (
    <Dialog
      isOpen
      onClose={keep}
      title={`Save your changes to “${asset.name}”?`}
      description={`${formatPlural(unsaved.count, 'change')} would be lost when the other model opens: ${unsaved.step}.`}
      size="sm"
      footer={
        <>
          <Button variant="ghost" className="mr-auto" disabled={isSaving} onClick={keep}>
            Keep editing
          </Button>
          <Button disabled={isSaving} onClick={() => guard.release()}>
            Discard
          </Button>
          <Button variant="primary" isLoading={isSaving} onClick={() => void saveFirst()}>
            Save as version
          </Button>
        </>
      }
    />
  )
}
