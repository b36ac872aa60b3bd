import type { Params, ParamSchema } from '#lib/params/param-schema.ts'
import { isPresetOn, withPreset, type ParamPreset } from '#lib/params/presets.ts'
import { Button } from '#ui/actions/button.tsx'

type PresetRowProps = {
  schema: ParamSchema
  presets: readonly ParamPreset[]
  values: Params
  onPicked: (values: Params) => void
}

/** Renders the presets; each sets a few params and keeps the others. */
export const PresetRow = ({ schema, presets, values, onPicked }: PresetRowProps) => (
  <fieldset aria-label="Presets" className="flex flex-wrap gap-1">
    {presets.map((preset) => (
      <Button
        key={preset.name}
        size="sm"
        aria-pressed={isPresetOn(schema, values, preset)}
        data-tooltip={preset.description}
        className="h-6.5! px-2! aria-pressed:border-accent aria-pressed:bg-accent-soft"
        onClick={() => onPicked(withPreset(schema, values, preset))}
      >
        {preset.name}
      </Button>
    ))}
  </fieldset>
)
