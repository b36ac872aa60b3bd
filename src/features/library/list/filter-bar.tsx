import { toMidSentence } from '#lib/format.ts'
import Clock from 'lucide-react/icons/clock'
import Star from 'lucide-react/icons/star'
import Trash2 from 'lucide-react/icons/trash'
import type { AssetNarrowing } from '#api/library.ts'
import type { LibrarySummary } from '#contract/assets.ts'
import { Button } from '#ui/actions/button.tsx'
import { Select } from '#ui/fields/select.tsx'
import { rich, t } from '#languages/library.ts'
import { createWeekNarrowing } from './narrowing-parts.ts'

type FilterBarProps = {
  value: AssetNarrowing
  onChange: (value: AssetNarrowing) => void
  summary: LibrarySummary
  nameOfModel: (id: string) => string
}

type Choice = {
  label: string
  key: 'modelId' | 'tag' | 'folder'
  choices: LibrarySummary['tags']
  nameOf?: (name: string) => string
}

const all = ''

export function FilterBar({ value, onChange, summary, nameOfModel }: FilterBarProps) {
  const { models, tags, folders, trashCount } = summary
  const choice = ({ label, key, choices, nameOf = (name) => name }: Choice) =>
    (choices.length > 1 ||
      value[key] !== undefined ||
      (key !== 'modelId' && choices.length > 0)) && (
      <Select
        aria-label={label}
        value={value[key] ?? all}
        onValueChange={(next) => onChange({ ...value, [key]: next === all ? undefined : next })}
        options={[
          { value: all, label: t('All {label}s', { label: toMidSentence(label) }) },
          ...choices.map(({ name, count }) => ({
            value: name,
            label: nameOf(name),
            hint: count === 1 ? t('1 model') : t('{count} models', { count }),
          })),
        ]}
        className="w-auto! min-w-32 max-w-48"
      />
    )

  return (
    <fieldset className="m-0 min-w-0 border-0 p-0 flex w-max items-center gap-2 md:w-auto md:flex-wrap">
      <legend className="sr-only">{t('Filters')}</legend>
      {!value.trash && (
        <>
          <Button
            aria-pressed={value.starred ?? false}
            icon={<Star aria-hidden className={value.starred ? 'fill-current' : ''} />}
            onClick={() => onChange({ ...value, starred: value.starred ? undefined : true })}
            className="aria-pressed:border-accent aria-pressed:text-accent-strong"
          >
            {t('Starred')}
          </Button>
          <Button
            aria-pressed={value.since !== undefined}
            icon={<Clock aria-hidden />}
            onClick={() =>
              onChange({ ...value, since: undefined, ...(!value.since && createWeekNarrowing()) })
            }
            className="aria-pressed:border-accent aria-pressed:text-accent-strong"
          >
            {t('This week')}
          </Button>
          {choice({
            label: t('Engine'),
            key: 'modelId',
            choices: models,
            nameOf: nameOfModel,
          })}
          {choice({ label: t('Folder'), key: 'folder', choices: folders })}
          {choice({ label: t('Tag'), key: 'tag', choices: tags })}
        </>
      )}
      {(trashCount > 0 || value.trash) && (
        <Button
          aria-pressed={value.trash ?? false}
          icon={<Trash2 aria-hidden />}
          onClick={() => onChange(value.trash ? {} : { trash: true })}
          className="aria-pressed:border-accent aria-pressed:text-accent-strong"
        >
          {rich('Trash {span}', {
            trashCount,
            span: <span className="text-ink-faint tabular-nums">{trashCount}</span>,
          })}
        </Button>
      )}
    </fieldset>
  )
}
