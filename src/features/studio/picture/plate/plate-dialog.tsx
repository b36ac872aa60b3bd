import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { importAsset } from '#api/library.ts'
import {
  defaultPlates,
  type PlateKind,
  plateNodesMax,
  type PlateOptions,
} from '#model-files/plate/plate-options.ts'
import { toBlob } from '#model-files/to-blob.ts'
import { assetsKey } from '#queries/assets.ts'
import { explainImport } from '#queries/import-asset.ts'
import { Button } from '#ui/actions/button.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { Viewer } from '#viewer/viewer.tsx'
import { t } from '#languages/studio.ts'
import type { StudioPicture } from '../../state/picture.ts'
import { studioStore } from '../../state/store.ts'
import { canStand, PlateForm } from './plate-form.tsx'
import { makePlate, usePlatePreview } from './use-plate.ts'

type PlateDialogProps = { picture: StudioPicture; onClose: () => void }

const names: Record<PlateKind, string> = { lithophane: t('Lithophane'), relief: t('Relief') }
const kinds = (['lithophane', 'relief'] as const).map((value) => ({ value, label: names[value] }))

/** Renders a dialog that makes a lithophane or a relief from a picture. */
export function PlateDialog({ picture, onClose }: PlateDialogProps) {
  const client = useQueryClient()
  const [kind, setKind] = useState<PlateKind>('lithophane')
  const [all, setAll] = useState(defaultPlates)
  const [isBacklit, setIsBacklit] = useState(false)
  const options = all[kind]
  const preview = usePlatePreview(picture.url, options, {
    isBacklit: isBacklit && kind === 'lithophane',
  })
  const { plate } = preview
  const [isSaving, setIsSaving] = useState(false)
  const saving = useRef<AbortController>(undefined)
  useEffect(() => () => saving.current?.abort(), [])

  const put = (part: Partial<PlateOptions>) => {
    const next = { ...options, ...part }
    if (next.extra === 'foot' && !canStand(next)) next.extra = 'none'
    setAll((now) => ({ ...now, [kind]: next }))
  }
  const save = async () => {
    const { signal } = (saving.current = new AbortController())
    setIsSaving(true)
    try {
      const question = { url: picture.url, options, isBacklit: false, nodesMax: plateNodesMax }
      const { glb } = await makePlate(question, signal)
      const name = `${picture.name.replace(/\.\w{1,5}$/, '')} ${names[kind]}`
      const asset = await importAsset(toBlob(glb, 'model/gltf-binary'), name, { signal })
      void client.invalidateQueries({ queryKey: assetsKey })
      if (signal.aborted) return
      studioStore.getState().assetShown(asset.id)
      showToast({
        kind: 'success',
        title: t('Added “{name}” to the library', { name: asset.name }),
        detail: t('Export writes it as STL or 3MF in this size.'),
      })
      onClose()
    } catch (error) {
      if (signal.aborted) return
      showToast({ kind: 'error', title: t('Nothing was saved'), detail: explainImport(error) })
      setIsSaving(false)
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="lg"
      title={t('Lithophane or relief')}
      description={descriptions[kind]}
      footer={
        <>
          <output className="me-auto self-center text-xs text-ink-muted tabular-nums">
            {plate && describePlate(plate.sizeMm)}
          </output>
          <Button variant="ghost" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            variant="primary"
            isLoading={isSaving}
            disabled={!plate || preview.failure !== undefined}
            onClick={() => void save()}
          >
            {t('Save in the library')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="relative h-64 overflow-hidden rounded-xl border border-line backdrop-stage md:h-auto md:min-h-112">
          <Viewer
            model={
              plate && { url: plate.url, title: t('Preview of the {kind}', { kind: names[kind] }) }
            }
            subject={kind}
            className="absolute! inset-0"
          />
          {preview.isBusy && (
            <Spinner label={t('Making the preview')} className="absolute top-3 end-3 size-4" />
          )}
          {preview.failure !== undefined && (
            <p
              role="alert"
              className="absolute inset-x-3 bottom-3 rounded-lg bg-danger-soft px-3 py-2 text-danger"
            >
              {preview.failure}
            </p>
          )}
        </div>
        <div className="grid content-start gap-3.5">
          <SegmentedControl
            label={t('Kind')}
            value={kind}
            options={kinds}
            onValueChange={setKind}
          />
          {kind === 'lithophane' && (
            <Switch
              label={t('Show it with a lamp behind')}
              checked={isBacklit}
              onCheckedChange={setIsBacklit}
            />
          )}
          <PlateForm options={options} onChange={put} />
        </div>
      </div>
    </Dialog>
  )
}

const descriptions: Record<PlateKind, string> = {
  lithophane: t(
    'A thin plate that shows the picture when a lamp is behind it. Dark places are thick.',
  ),
  relief: t('A plate with the picture as heights. Bright places are high.'),
}

const describePlate = (sizeMm: readonly number[]): string =>
  t('{sizeMm} mm', { sizeMm: sizeMm.join(' × ') })
