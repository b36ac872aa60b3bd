import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { putAutomaticSummaries } from '#api/chat/summaries.ts'
import type { SummarySettings } from '#contract/chat/summaries.ts'
import { explainError } from '#lib/explain.ts'
import { modelsQuery } from '#queries/models.ts'
import { summarySettingsQuery } from '#queries/summary-settings.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { FormField } from '#ui/fields/field.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { t } from '#languages/settings.ts'
import { cardClass } from '../layout/card-class.ts'
import { SettingsPart } from '../layout/part.tsx'

const usual = 'usual'

export function LongChatsPart() {
  const client = useQueryClient()
  const { queryKey } = summarySettingsQuery()
  const { data, error } = useQuery(summarySettingsQuery())
  const { data: listed } = useQuery(modelsQuery())
  const { mutate } = useMutation({
    mutationFn: putAutomaticSummaries,
    onMutate: async (next: SummarySettings) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, next)
    },
    onError: reportFailure(t('Could not change it')),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  const models = (listed?.models ?? []).filter(
    (model) => model.kind === 'chat' && model.provider !== 'bozzetto' && !model.assistant,
  )
  const titles = models.find(({ id }) => id === listed?.defaults?.titles)
  return (
    <SettingsPart
      id="long-chats"
      title={t('Long chats')}
      about={t(
        'If a chat exceeds what its model can read, older answers can be summarised before the next question is sent. Your questions and files are always sent whole. Each summary is shown in the chat, where you can edit or undo it.',
      )}
    >
      {error && (
        <p role="alert" className={`${cardClass} px-4 py-3 text-danger`}>
          {explainError(error)}
        </p>
      )}
      {data && (
        <div className={cardClass}>
          <div className="px-4 py-2.5">
            <Switch
              label={t('Summarise older answers automatically')}
              hint={t('Otherwise the chat offers it, with its price. Each chat can differ.')}
              checked={data.isAutomatic}
              onCheckedChange={(isAutomatic) => mutate({ ...data, isAutomatic })}
            />
          </div>
          <div className="grid gap-4 px-4 py-3.5 sm:grid-cols-2">
            <FormField label={t('Model that summarises')}>
              <Select
                value={data.modelId ?? usual}
                onValueChange={(id) => {
                  const { modelId: _before, ...others } = data
                  mutate(id === usual ? others : { ...others, modelId: id })
                }}
                options={[
                  {
                    value: usual,
                    label: titles
                      ? t('{name} (writes titles)', { name: titles.name })
                      : t('The chat’s own model'),
                  },
                  ...models.map(({ id, name }) => ({ value: id, label: name })),
                ]}
              />
            </FormField>
            <FormField
              label={t('At most for a summary')}
              hint={t(
                'In US dollars. Models without a known price are used only if you press the button.',
              )}
            >
              <NumberField
                min={0}
                max={100}
                step={0.01}
                value={data.usdMax}
                onValueChange={(usdMax = 0) => mutate({ ...data, usdMax })}
              />
            </FormField>
          </div>
        </div>
      )}
    </SettingsPart>
  )
}
