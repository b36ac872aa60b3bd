import X from 'lucide-react/icons/x'
import type { AssetNarrowing } from '#api/library.ts'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/library.ts'
import { getNarrowingParts } from './narrowing-parts.ts'

type NarrowingChipsProps = {
  value: AssetNarrowing
  onChange: (value: AssetNarrowing) => void
  nameOfModel: (id: string) => string
}

export function NarrowingChips({ value, onChange, nameOfModel }: NarrowingChipsProps) {
  const [, ...parts] = getNarrowingParts(value, nameOfModel)
  if (parts.length === 0) return null
  return (
    <fieldset className="m-0 flex w-full min-w-0 flex-wrap items-center gap-1.5 border-0 p-0">
      <legend className="sr-only">{t('Filters in use')}</legend>
      {parts.map(({ key, label }) => (
        <button
          key={key}
          type="button"
          aria-label={t('Remove the filter {label}', { label })}
          onClick={() => onChange({ ...value, [key]: undefined })}
          className="flex h-7 touch-target max-w-60 items-center gap-1.5 rounded-full bg-accent-soft pe-2 ps-3 text-xs font-medium text-accent-strong transition-colors hover:bg-pressed"
        >
          <span className="truncate">{label}</span>
          <X aria-hidden className="size-3.25 shrink-0" />
        </button>
      ))}
      <Button variant="ghost" size="sm" onClick={() => onChange({})}>
        {t('Clear')}
      </Button>
    </fieldset>
  )
}
