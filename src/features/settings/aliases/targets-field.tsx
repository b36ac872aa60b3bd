import { useQuery } from '@tanstack/react-query'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { aliasTargetsMax } from '#contract/model-aliases.ts'
import { modelsQuery } from '#queries/models.ts'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { t } from '#languages/settings.ts'

type TargetsFieldProps = {
  targets: readonly string[]
  /** Name of the alias. An alias cannot contain this name as a model. */
  ownName: string | undefined
  onChange: (targets: readonly string[]) => void
  error: string | undefined
}

/** Renders the models of an alias. If a model fails, the server uses the next model. */
export function TargetsField({ targets, ownName, onChange, error }: TargetsFieldProps) {
  const { data } = useQuery(modelsQuery())
  const models = data?.models.filter((model) => model.kind === 'chat' && !model.assistant) ?? []
  const getName = (id: string) => models.find((model) => model.id === id)?.name ?? id
  const swap = (index: number) => {
    const next = [...targets]
    next.splice(index, 2, ...next.slice(index, index + 2).toReversed())
    onChange(next)
  }
  return (
    <div className="flex flex-col gap-2">
      {targets.length > 0 && (
        <ol aria-label={t('Models in order')} className="flex flex-col gap-1">
          {targets.map((id, index) => (
            <li key={id} className="flex items-center gap-1">
              <span aria-hidden className="w-5 shrink-0 text-xs text-ink-faint tabular-nums">
                {index + 1}
              </span>
              <span className="min-w-0 flex-1 truncate" title={id}>
                {getName(id)}
              </span>
              <IconButton
                size="sm"
                label={t('Ask {id} earlier', { id: getName(id) })}
                icon={<ArrowUp aria-hidden />}
                disabled={index === 0}
                onClick={() => swap(index - 1)}
              />
              <IconButton
                size="sm"
                label={t('Ask {id} later', { id: getName(id) })}
                icon={<ArrowDown aria-hidden />}
                disabled={index === targets.length - 1}
                onClick={() => swap(index)}
              />
              <IconButton
                size="sm"
                label={t('Remove {id}', { id: getName(id) })}
                icon={<X aria-hidden />}
                onClick={() => onChange(targets.filter((one) => one !== id))}
              />
            </li>
          ))}
        </ol>
      )}
      {targets.length < aliasTargetsMax && (
        <FormField label={targets.length === 0 ? t('Models') : t('Then')} error={error}>
          <Select
            value={undefined}
            placeholder={t('Choose a model')}
            onValueChange={(id) => onChange([...targets, id])}
            options={models
              .filter(({ id }) => !targets.includes(id) && id !== `alias/${ownName}`)
              .map(({ id, name }) => ({ value: id, label: name, hint: id }))}
          />
        </FormField>
      )}
      {targets.length < aliasTargetsMax && (
        <OtherModel onAdd={(id) => !targets.includes(id) && onChange([...targets, id])} />
      )}
    </div>
  )
}

function OtherModel({ onAdd }: { onAdd: (id: string) => void }) {
  const [id, setId] = useState('')
  const add = () => {
    if (id.trim() === '') return
    onAdd(id.trim())
    setId('')
  }
  return (
    <FormField
      label={t('Or a model by its id')}
      hint={t('For embeddings, pictures and sound, such as openai/gpt-image-2.')}
    >
      <div className="flex gap-2">
        <TextField
          autoComplete="off"
          spellCheck={false}
          value={id}
          onChange={({ target }) => setId(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <Button disabled={id.trim() === ''} onClick={add}>
          {t('Add')}
        </Button>
      </div>
    </FormField>
  )
}
