import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Asset } from '#contract/assets.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { t } from '#languages/studio.ts'
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
      title={t('Save your changes to “{name}”?', { name: asset.name })}
      description={t(
        '{count, plural, one {# change} other {# changes}} would be lost when the other model opens: {step}.',
        { count: unsaved.count, step: unsaved.step },
      )}
      size="sm"
      footer={
        <>
          <Button variant="ghost" className="me-auto" disabled={isSaving} onClick={keep}>
            {t('Keep editing')}
          </Button>
          <Button disabled={isSaving} onClick={() => guard.release()}>
            {t('Discard')}
          </Button>
          <Button variant="primary" isLoading={isSaving} onClick={() => void saveFirst()}>
            {t('Save as version')}
          </Button>
        </>
      }
    />
  )
}
