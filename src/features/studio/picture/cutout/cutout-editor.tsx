import Brush from 'lucide-react/icons/brush'
import Eraser from 'lucide-react/icons/eraser'
import Lasso from 'lucide-react/icons/lasso'
import Paintbrush from 'lucide-react/icons/paintbrush'
import Redo2 from 'lucide-react/icons/redo-2'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Undo2 from 'lucide-react/icons/undo-2'
import { useEffect, useMemo, useState } from 'react'
import { FormField } from '#ui/fields/field.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { SliderField } from '#ui/fields/slider-field.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { t } from '#languages/studio.ts'
import { FieldNotice } from '../notice.tsx'
import { cropAround, wholePicture, type CutoutCrop, type SideLimits } from './crop.ts'
import { CutoutPreview } from './cutout-preview.tsx'
import { CutoutStage } from './cutout-stage.tsx'
import type { LoadedCutout } from './load-cutout.ts'
import { MissingParts } from './missing-parts.tsx'
import type { CutoutSettings } from './remembered.ts'
import { useMaskEdit } from './use-mask-edit.ts'

export type CutoutDraft = { crop: CutoutCrop | undefined; settings: CutoutSettings }

type CutoutEditorProps = {
  loaded: LoadedCutout
  pictureUrl: string
  limits: SideLimits
  start: CutoutSettings | undefined
  onChange: (draft: CutoutDraft) => void
}

const defaultFraction = 0.85

export function CutoutEditor({ loaded, pictureUrl, limits, start, onChange }: CutoutEditorProps) {
  const { cutout, found, problem } = loaded
  const editing = useMaskEdit(cutout, start?.edit)
  const longSide = Math.max(cutout.width, cutout.height)
  const [mode, setMode] = useState<'add' | 'erase'>('erase')
  const [isLasso, setIsLasso] = useState(false)
  const [size, setSize] = useState(Math.round(longSide / 14))
  const [fraction, setFraction] = useState(start ? start.fraction : defaultFraction)
  const { edit, drawn } = editing

  const crop = useMemo(() => {
    const { box } = drawn
    if (!box) return undefined
    return fraction === undefined
      ? wholePicture(cutout.width, cutout.height, limits)
      : cropAround(box, fraction, limits)
  }, [cutout, fraction, limits, drawn])

  useEffect(() => {
    onChange({ crop, settings: { edit, fraction } })
  }, [onChange, crop, edit, fraction])

  return (
    // This element only handles keys of the controls inside it, so it needs no role.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_17rem]"
      onKeyDown={(event) => {
        if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return
        if (event.target instanceof HTMLInputElement && event.target.type === 'text') return
        event.preventDefault()
        if (event.shiftKey) editing.redo()
        else editing.undo()
      }}
    >
      <div className="grid gap-3">
        <CutoutStage
          cutout={cutout}
          pictureUrl={pictureUrl}
          editing={editing}
          tool={{ mode, radiusPx: size / 2, isLasso }}
          crop={fraction === undefined ? undefined : crop}
        />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <SegmentedControl
            label={t('Tool')}
            className="w-48 shrink-0"
            value={isLasso ? 'lasso' : 'brush'}
            onValueChange={(tool) => setIsLasso(tool === 'lasso')}
            options={[
              { value: 'brush', label: t('Brush'), icon: <Brush aria-hidden /> },
              { value: 'lasso', label: t('Lasso'), icon: <Lasso aria-hidden /> },
            ]}
          />
          <SegmentedControl
            label={t('Effect')}
            className="w-48 shrink-0"
            value={mode}
            onValueChange={setMode}
            options={[
              { value: 'add', label: t('Add'), icon: <Paintbrush aria-hidden /> },
              { value: 'erase', label: t('Erase'), icon: <Eraser aria-hidden /> },
            ]}
          />
          <div className="min-w-48 flex-1">
            <SliderField
              aria-label={t('Brush size')}
              value={size}
              onValueChange={(next) => next !== undefined && setSize(next)}
              min={2}
              max={Math.max(4, Math.round(longSide / 3))}
              unit="px"
              disabled={isLasso}
            />
          </div>
          <div className="flex">
            <IconButton
              label={t('Undo')}
              keys="Ctrl Z"
              icon={<Undo2 aria-hidden />}
              disabled={!editing.canUndo}
              onClick={editing.undo}
            />
            <IconButton
              label={t('Redo')}
              keys="Ctrl Shift Z"
              icon={<Redo2 aria-hidden />}
              disabled={!editing.canRedo}
              onClick={editing.redo}
            />
            <IconButton
              label={t('Reset')}
              icon={<RotateCcw aria-hidden />}
              disabled={!editing.canUndo && edit.threshold === 0.5}
              onClick={editing.startOver}
            />
          </div>
        </div>
      </div>
      <div className="grid gap-4">
        <CutoutPreview cutout={cutout} crop={crop} />
        {problem !== undefined && (
          <FieldNotice effect="advise">
            {t('The object could not be found: {problem} You can cut it out by hand.', { problem })}
          </FieldNotice>
        )}
        {found && found.confidence < 0.3 && (
          <FieldNotice effect="advise">
            {t(
              'No single object stands out here. Cut it out by hand, or use the picture as it is.',
            )}
          </FieldNotice>
        )}
        {found && found.missing.length > 0 && (
          <MissingParts parts={found.missing} size={cutout} onAdd={editing.strokeAdded} />
        )}
        {found?.source === 'alpha' && (
          <p className="text-xs text-pretty text-ink-faint">
            {t('The picture’s own transparency is used.')}
          </p>
        )}
        <FormField
          label={t('Threshold')}
          hint={t('Higher values keep only what is clearly the object.')}
        >
          <SliderField
            value={Math.round(edit.threshold * 100)}
            onValueChange={(next) => editing.thresholdMoved((next ?? 50) / 100)}
            min={5}
            max={95}
            unit="%"
          />
        </FormField>
        <div className="grid gap-2">
          <Switch
            label={t('Crop to the object')}
            checked={fraction !== undefined}
            onCheckedChange={(isOn) => setFraction(isOn ? defaultFraction : undefined)}
          />
          {fraction !== undefined && (
            <FormField label={t('Object size')}>
              <SliderField
                value={Math.round(fraction * 100)}
                onValueChange={(next) => setFraction((next ?? defaultFraction * 100) / 100)}
                min={40}
                max={100}
                unit="%"
              />
            </FormField>
          )}
        </div>
      </div>
    </div>
  )
}
