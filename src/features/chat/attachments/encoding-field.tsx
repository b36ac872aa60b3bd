import { encodings } from '#lib/encodings/encodings.ts'
import { Select } from '#ui/fields/select.tsx'
import { t } from '#languages/app.ts'

const groupNames = new Map([
  ['Western European', t('Western European')],
  ['Central European', t('Central European')],
  ['Cyrillic', t('Cyrillic')],
  ['Chinese', t('Chinese')],
  ['Japanese', t('Japanese')],
  ['Korean', t('Korean')],
  ['Other', t('Other')],
])

const options = encodings.map(({ id, label, group }) => ({
  value: id,
  label,
  group: groupNames.get(group) ?? group,
}))

type EncodingFieldProps = {
  value: string
  pending: string | undefined
  onChange: (encoding: string) => void
  children: string
}

export const EncodingField = ({ value, pending, onChange, children }: EncodingFieldProps) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
    <Select
      aria-label={t('Encoding')}
      value={pending ?? value}
      options={options}
      disabled={pending !== undefined}
      onValueChange={onChange}
      className="w-60"
    />
    <span className="text-xs text-ink-muted">
      {pending === undefined ? children : t('Reading the text again…')}
    </span>
  </div>
)
