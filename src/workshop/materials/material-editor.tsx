import { useEffect, useMemo, useState, useId } from 'react'
import {
  type MaterialChange,
  type NewPicture,
  type ReplaceableUse,
  variantNameMax,
} from '#model-files/edit/edit-steps.ts'
import { Button } from '#ui/actions/button.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { SliderField } from '#ui/fields/slider-field.tsx'
import { t } from '#languages/viewer.ts'
import type { EditorState } from '../state/editor-state.ts'
import type { MaterialSettings } from '../state/material-facts.ts'
import { MaterialPreview, type PreviewPictures } from './material-preview.tsx'
import { PictureSlots } from './picture-slots.tsx'
import type { EditSteps } from './use-edit-step.ts'

type MaterialEditorProps = {
  editor: EditorState
  place: number
  settings: MaterialSettings
  steps: EditSteps
}

const glowMax = 10

/** Renders the fields of a material. The viewer shows each change before the change is applied. */
export function MaterialEditor({ editor, place, settings, steps }: MaterialEditorProps) {
  const { parts, putOnStage, loaded, choice, onChoice } = editor
  const [change, setChange] = useState<Omit<MaterialChange, 'pictures'>>({})
  const [pictures, setPictures] = useState<MaterialChange['pictures']>({})
  const [previews, setPreviews] = useState<PreviewPictures>({})
  const [variantName, setVariantName] = useState<string>()
  const { busy, apply } = steps
  const isBusy = busy?.key === 'material' || busy?.key === 'variant'
  const isChanged = Object.keys(change).length + Object.keys(pictures ?? {}).length > 0
  const node = useMemo(
    () => <MaterialPreview place={place} change={change} pictures={previews} />,
    [place, change, previews],
  )
  useEffect(() => (isChanged ? putOnStage(node) : undefined), [isChanged, node, putOnStage])
  useEffect(() => {
    parts.setState({ isChanging: isChanged })
    return () => parts.setState({ isChanging: false })
  }, [parts, isChanged])

  const put = (part: typeof change) => setChange((now) => ({ ...now, ...part }))
  const putPicture = (
    use: ReplaceableUse,
    made: { file: NewPicture; bitmap: ImageBitmap } | 'none',
  ) => {
    setPictures((now) => ({ ...now, [use]: made === 'none' ? made : made.file }))
    setPreviews((now) => ({ ...now, [use]: made === 'none' ? made : made.bitmap }))
  }
  const reset = () => {
    setChange({})
    setPictures({})
    setPreviews({})
  }
  const whole: MaterialChange = { ...change, pictures: pictures ?? {} }
  const name = variantName?.trim() ?? ''
  const saveVariant = () => {
    const variants = loaded?.variants ?? []
    const known = variants.indexOf(name)
    apply({ kind: 'variant', material: place, change: whole, name }, () =>
      onChoice({ ...choice, variant: known < 0 ? variants.length : known }),
    )
  }
  const { surface } = settings
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line px-2 py-3">
      <ColorInput
        label={t('Base colour')}
        value={change.color ?? settings.color}
        onValue={(color) => put({ color })}
      />
      {surface && (
        <>
          <PercentField
            label={t('Metalness')}
            value={change.metalness ?? surface.metalness}
            onValue={(metalness) => put({ metalness })}
          />
          <PercentField
            label={t('Roughness')}
            value={change.roughness ?? surface.roughness}
            onValue={(roughness) => put({ roughness })}
          />
          <ColorInput
            label={t('Emissive')}
            value={change.emissive ?? surface.emissive}
            onValue={(emissive) => put({ emissive })}
          />
          {(change.emissive ?? surface.emissive) !== '#000000' && (
            <FormField label={t('Glow')}>
              <SliderField
                value={change.emissiveStrength ?? surface.emissiveStrength}
                min={0}
                max={glowMax}
                step={0.1}
                onValueChange={(emissiveStrength = 1) => put({ emissiveStrength })}
              />
            </FormField>
          )}
        </>
      )}
      <PercentField
        label={t('Opacity')}
        value={change.opacity ?? settings.opacity}
        onValue={(opacity) => put({ opacity })}
      />
      <PictureSlots settings={settings} pictures={pictures ?? {}} onPicture={putPicture} />
      {variantName !== undefined && (
        <FormField
          label={t('Name of the variant')}
          hint={t(
            'The material stays. People can choose this look in embeds and in other programs.',
          )}
        >
          <TextField
            value={variantName}
            maxLength={variantNameMax}
            placeholder={t('Dark blue')}
            onChange={({ target }) => setVariantName(target.value)}
          />
        </FormField>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" disabled={!isChanged} onClick={reset}>
          {t('Discard')}
        </Button>
        {variantName === undefined ? (
          <>
            <Button disabled={!isChanged} onClick={() => setVariantName('')}>
              {t('Save as variant')}
            </Button>
            <Button
              variant="primary"
              disabled={!isChanged}
              isLoading={isBusy}
              onClick={() => apply({ kind: 'material', material: place, change: whole })}
            >
              {t('Apply')}
            </Button>
          </>
        ) : (
          <>
            <Button variant="ghost" onClick={() => setVariantName(undefined)}>
              {t('Cancel')}
            </Button>
            <Button
              variant="primary"
              disabled={!isChanged || name === ''}
              isLoading={isBusy}
              onClick={saveVariant}
            >
              {t('Save variant')}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

type PercentFieldProps = { label: string; value: number; onValue: (value: number) => void }

const PercentField = ({ label, value, onValue }: PercentFieldProps) => (
  <FormField label={label}>
    <SliderField
      value={Math.round(value * 100)}
      min={0}
      max={100}
      unit="%"
      onValueChange={(percent = 0) => onValue(percent / 100)}
    />
  </FormField>
)

type ColorInputProps = { label: string; value: string; onValue: (color: string) => void }

function ColorInput({ label, value, onValue }: ColorInputProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-3">
      <label htmlFor={id} className="min-w-0 flex-1 font-medium">
        {label}
      </label>
      <span className="font-mono text-xs text-ink-muted uppercase">{value}</span>
      <input
        id={id}
        type="color"
        value={value}
        onChange={({ target }) => onValue(target.value)}
        className="h-8 w-12 shrink-0 cursor-pointer rounded-md border border-line-control p-0 coarse:h-11"
      />
    </div>
  )
}
