import type { ImportDraft } from '#contract/model-imports.ts'
import { FormField } from '#ui/fields/field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { t } from '#languages/settings.ts'
import { setListItem, type ImportChoice } from './import-choice.ts'

type ConfirmImportProps = {
  draft: ImportDraft
  choice: ImportChoice
  onChange: (choice: ImportChoice) => void
}

const anyOutput = 'any'

export function ConfirmImport({ draft, choice, onChange }: ConfirmImportProps) {
  const { fields, outputs } = draft
  const set = (part: Partial<ImportChoice>) => onChange({ ...choice, ...part })
  return (
    <>
      <FormField label={t('Name')} isRequired hint={t('Shown in lists of models.')}>
        <TextField
          value={choice.name}
          maxLength={80}
          autoComplete="off"
          onChange={(event) => set({ name: event.target.value })}
        />
      </FormField>
      {outputs.length > 0 && (
        <FormField label={t('Output with the model')}>
          <Select
            value={choice.output ?? anyOutput}
            options={[
              ...outputs.map(({ id, label }) => ({ value: id, label })),
              { value: anyOutput, label: t('The first model file') },
            ]}
            onValueChange={(value) => set({ output: value === anyOutput ? undefined : value })}
          />
        </FormField>
      )}
      <fieldset className="min-w-0">
        <legend className="font-medium">{t('Parameters')}</legend>
        <p className="mt-0.5 text-xs text-ink-faint">
          {t('Anything not in the form keeps the service’s default.')}
        </p>
        <ul className="mt-2 max-h-[40dvh] divide-y divide-line overflow-y-auto rounded-lg border border-line">
          {fields.map((field) => (
            <Parameter
              key={field.name}
              field={field}
              isShown={choice.params.includes(field.name)}
              isPicture={choice.pictures.includes(field.name)}
              onShow={(isOn) => set({ params: setListItem(choice.params, field.name, isOn) })}
              onPicture={(isOn) =>
                set({ pictures: setListItem(choice.pictures, field.name, isOn) })
              }
            />
          ))}
        </ul>
      </fieldset>
    </>
  )
}

type ParameterProps = {
  field: ImportDraft['fields'][number]
  isShown: boolean
  isPicture: boolean
  onShow: (isOn: boolean) => void
  onPicture: (isOn: boolean) => void
}

const Parameter = ({ field, isShown, isPicture, onShow, onPicture }: ParameterProps) => (
  <li className="flex flex-wrap items-center gap-x-4 px-3 py-1.5">
    <label className="flex min-h-8 min-w-0 flex-1 items-center gap-2.5 coarse:min-h-11">
      <input
        type="checkbox"
        className="checkbox"
        checked={isShown}
        // The provider rejects every task without a required field, so users cannot hide such a
        // field.
        disabled={field.isRequired}
        onChange={({ target }) => onShow(target.checked)}
      />
      <span className="min-w-0 wrap-anywhere">
        {field.title}
        {field.isRequired && <span className="text-xs text-ink-faint"> {t('(required)')}</span>}
      </span>
    </label>
    {field.mayBePicture && (
      <label className="flex min-h-8 items-center gap-2 text-ink-muted coarse:min-h-11">
        <input
          type="checkbox"
          className="checkbox"
          aria-label={t('{title} is a picture', { title: field.title })}
          checked={isPicture}
          disabled={!isShown}
          onChange={({ target }) => onPicture(target.checked)}
        />
        {t('Picture')}
      </label>
    )}
  </li>
)
