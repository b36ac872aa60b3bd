import Dices from 'lucide-react/icons/dices'
import type { Field } from '#lib/params/read-fields.ts'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { t } from '#languages/studio.ts'

type SeedControlProps = {
  field: Field
  value: unknown
  lastSeed: number | undefined
  onChange: (value: number | undefined) => void
}

/** Renders the seed field. An empty field means a random seed. */
export function SeedControl({ field, value, lastSeed, onChange }: SeedControlProps) {
  const seed = typeof value === 'number' ? value : undefined
  const { min, max, fallback } = field
  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-1">
        <NumberField
          value={seed}
          onValueChange={onChange}
          min={min}
          max={max}
          isInteger
          placeholder={
            fallback === undefined ? t('Random') : t('Engine default ({fallback})', { fallback })
          }
        />
        {(seed !== undefined || fallback !== undefined) && (
          <IconButton
            label={fallback === undefined ? t('Use a random seed') : t('Pick a random seed')}
            icon={<Dices aria-hidden />}
            onClick={() => onChange(fallback === undefined ? undefined : draw(min, max))}
          />
        )}
      </div>
      <p className="text-xs text-pretty text-ink-faint">
        {t('A number for each variation: the same number makes the same model.')}
      </p>
      {lastSeed !== undefined && lastSeed !== seed && (
        <Button
          variant="ghost"
          size="sm"
          className="h-6! justify-self-start px-1.5! -ms-1.5 tabular-nums"
          onClick={() => onChange(lastSeed)}
        >
          {t('Keep {lastSeed}', { lastSeed })}
        </Button>
      )}
    </div>
  )
}

const draw = (min = 0, max = 2 ** 31 - 1): number =>
  Math.floor(min + Math.random() * (Math.min(max, Number.MAX_SAFE_INTEGER) - min + 1))
