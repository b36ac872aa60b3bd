import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import type { ChatDefault } from '#contract/chat/chat-defaults.ts'
import { instructionsMax } from '#contract/chat/library.ts'
import { explainError } from '#lib/explain.ts'
import { chatDefaultsQuery, chatParamsQuery, useChatDefault } from '#queries/chat-defaults.ts'
import { modelsQuery } from '#queries/models.ts'
import { useProviderName } from '#queries/provider-name.ts'
import { Button } from '#ui/actions/button.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { InstructionsDialog } from '#ui/params/instructions-dialog.tsx'
import { InstructionsForm } from '#ui/params/instructions-form.tsx'
import { t } from '#languages/settings.ts'
import { cardClass } from '../layout/card-class.ts'
import { SettingsPart } from '../layout/part.tsx'
import { useLastDefined } from '../layout/use-last-defined.ts'

/** Renders the person's instructions for all chats, and their defaults for single models. */
export function InstructionsPart() {
  const { data, error } = useQuery(chatDefaultsQuery())
  const [modelId, setModelId] = useState<string>()
  return (
    <SettingsPart
      id="instructions"
      title={t('Instructions')}
      about={t(
        'Instructions for all chats, including comparisons, scheduled questions and temporary chats. The instructions of a folder, an assistant or a chat are sent later and win.',
      )}
    >
      {error && (
        <p role="alert" className={`${cardClass} px-4 py-3 text-danger`}>
          {explainError(error)}
        </p>
      )}
      {data && (
        <div className={cardClass}>
          <div className="px-4 py-3.5">
            <ForAllChats />
          </div>
          <div className="px-4 py-3.5">
            <ForModels defaults={data} onEdit={setModelId} />
          </div>
        </div>
      )}
      <ModelDialog modelId={modelId} onClose={() => setModelId(undefined)} />
    </SettingsPart>
  )
}

function ForAllChats() {
  const { value, save } = useChatDefault()
  return (
    <InstructionsForm
      label={t('For all chats')}
      placeholder={t('I run a pottery workshop. Use metric units and answer briefly.')}
      stored={value?.instructions ?? ''}
      lengthMax={instructionsMax}
      error={save.error ? explainError(save.error) : undefined}
      isSaving={save.isPending}
      onSave={(instructions) => save.mutateAsync({ instructions, params: {} })}
    />
  )
}

type ForModelsProps = { defaults: readonly ChatDefault[]; onEdit: (modelId: string) => void }

function ForModels({ defaults, onEdit }: ForModelsProps) {
  const { data } = useQuery(modelsQuery())
  const nameOfProvider = useProviderName()
  const [chosen, setChosen] = useState<string>()
  const models = (data?.models ?? []).filter(
    (model) => model.kind === 'chat' && model.provider !== 'bozzetto' && !model.assistant,
  )
  const rows = defaults.flatMap(({ modelId, ...set }) =>
    modelId === undefined ? [] : [{ modelId, ...set }],
  )
  const nameOf = (id: string) => models.find((model) => model.id === id)?.name ?? id
  const left = models.filter(({ id }) => rows.every(({ modelId }) => modelId !== id))
  return (
    <div className="flex flex-col gap-3">
      <h3 className="font-medium">{t('For single models')}</h3>
      {rows.length > 0 && (
        <ul
          aria-label={t('Models with instructions or parameters')}
          className="flex flex-col gap-2"
        >
          {rows.map(({ modelId, instructions, params }) => (
            <li key={modelId} className="flex items-center gap-3">
              <div className="min-w-0 flex-1">
                <p className="truncate">{nameOf(modelId)}</p>
                <p className="truncate text-xs text-ink-muted">
                  {describeDefault(instructions, Object.keys(params).length)}
                </p>
              </div>
              <Button
                aria-label={t('Change {modelId}', { modelId: nameOf(modelId) })}
                onClick={() => onEdit(modelId)}
              >
                {t('Change')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <FormField label={t('Add a model')}>
            <Select
              placeholder={t('Choose a model')}
              value={chosen}
              onValueChange={setChosen}
              options={left.map(({ id, name, provider }) => ({
                value: id,
                label: name,
                group: nameOfProvider(provider),
              }))}
            />
          </FormField>
        </div>
        <Button
          icon={<Plus aria-hidden />}
          disabled={chosen === undefined}
          onClick={() => {
            if (chosen !== undefined) onEdit(chosen)
            setChosen(undefined)
          }}
        >
          {t('Add')}
        </Button>
      </div>
    </div>
  )
}

function describeDefault(instructions: string, params: number): string {
  const count =
    params === 0 ? '' : t('{params, plural, one {# parameter} other {# parameters}}', { params })
  return [instructions.split('\n', 1)[0], count].filter(Boolean).join(' · ')
}

type ModelDialogProps = { modelId: string | undefined; onClose: () => void }

function ModelDialog({ modelId, onClose }: ModelDialogProps) {
  const shown = useLastDefined(modelId)
  const { data: listed } = useQuery(modelsQuery())
  const { data } = useQuery(chatParamsQuery(modelId))
  const { value, save } = useChatDefault(shown)
  const name = listed?.models.find(({ id }) => id === shown)?.name ?? shown ?? ''
  const close = () => {
    save.reset()
    onClose()
  }
  return (
    <InstructionsDialog
      isOpen={modelId !== undefined}
      onClose={close}
      title={t('Defaults for {name}', { name })}
      description={t(
        'They apply to all your chats with this model. To remove the defaults, empty all fields.',
      )}
      value={value}
      paramSchema={data?.paramSchema}
      lengthMax={instructionsMax}
      isPending={save.isPending}
      error={save.error}
      onSave={(next) => save.mutate(next, { onSuccess: close })}
    />
  )
}
