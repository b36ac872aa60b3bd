import Gamepad2 from 'lucide-react/icons/gamepad-2'
import Gem from 'lucide-react/icons/gem'
import Printer from 'lucide-react/icons/printer'
import Sparkles from 'lucide-react/icons/sparkles'
import { useMemo, type ReactNode } from 'react'
import type { Model3d } from '#contract/models.ts'
import { translateSentence } from '#lib/language/translate-sentence.ts'
import { ownValue } from '#lib/own-value.ts'
import { isPresetOn, readPresets, withPreset, type ParamPreset } from '#lib/params/presets.ts'
import { t } from '#languages/studio.ts'
import { studioStore, useStudio } from '../state/store.ts'

const icons: readonly [RegExp, ReactNode][] = [
  [/print/i, <Printer key="print" aria-hidden />],
  [/game|low|fast|quick/i, <Gamepad2 key="game" aria-hidden />],
  [/fine|high|detail|best/i, <Gem key="fine" aria-hidden />],
]

export function PresetRow({ model }: { model: Model3d }) {
  const values = useStudio(({ drafts }) => ownValue(drafts, model.id)) ?? {}
  const schema = model.paramSchema
  const presets = useMemo(() => readPresets(schema), [schema])
  if (presets.length === 0) return null
  const pick = (preset: ParamPreset) =>
    studioStore.getState().draftReplaced(model.id, withPreset(schema, values, preset))
  return (
    <fieldset aria-label={t('Presets')} className="grid gap-1.5">
      <span aria-hidden className="text-xs text-ink-muted">
        {t('Made for')}
      </span>
      <div className="grid auto-cols-fr grid-cols-[repeat(auto-fit,minmax(4rem,1fr))] gap-1.5">
        {presets.map((preset) => (
          <button
            key={preset.name}
            type="button"
            aria-pressed={isPresetOn(schema, values, preset)}
            data-tooltip={preset.description && translateSentence(preset.description)}
            onClick={() => pick(preset)}
            className="grid min-h-17 content-center justify-items-center gap-1 card-action px-1 py-2 text-center text-xs/4 font-medium text-ink-muted hover:text-ink aria-pressed:text-accent-strong [&_svg]:size-4"
          >
            {icons.find(([word]) => word.test(preset.name))?.[1] ?? <Sparkles aria-hidden />}
            {translateSentence(preset.name)}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
