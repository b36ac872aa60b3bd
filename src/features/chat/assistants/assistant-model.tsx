import { useQuery } from '@tanstack/react-query'
import { checkParams } from '#lib/params/check/check-params.ts'
import { chatParamsQuery } from '#queries/chat-defaults.ts'
import { modelsQuery } from '#queries/models.ts'
import { useProviderName } from '#queries/provider-name.ts'
import { Badge } from '#ui/feedback/badge.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { PanelSection } from '#ui/layout/section.tsx'
import { ParamRows } from '#ui/params/param-rows.tsx'
import { t } from '#languages/app.ts'
import type { DraftProps } from './draft-props.ts'

const usual = '-'

export function AssistantModel({ draft, onChange }: DraftProps) {
  const { modelId, settings } = draft
  const { params = {} } = settings
  const { data } = useQuery(modelsQuery())
  const nameOfProvider = useProviderName()
  const models = (data?.models ?? []).filter((model) => model.kind === 'chat' && !model.assistant)
  const isKnown = models.some(({ id }) => id === modelId)
  const { data: described } = useQuery(chatParamsQuery(isKnown ? modelId : undefined))
  const issues = described ? checkParams(described.paramSchema, params) : []
  const changed = Object.keys(params).length
  return (
    <div className="flex flex-col gap-4">
      <FormField
        label={t('Model')}
        error={
          modelId !== undefined && data && !isKnown
            ? t('{modelId} is not available now. Choose another model.', { modelId })
            : undefined
        }
      >
        <Select
          value={modelId ?? usual}
          onValueChange={(id) => {
            const { modelId: _, ...others } = draft
            onChange(id === usual ? others : { ...others, modelId: id })
          }}
          options={[
            { value: usual, label: t('Default model') },
            ...models.map(({ id, name, provider }) => ({
              value: id,
              label: name,
              group: nameOfProvider(provider),
            })),
          ]}
        />
      </FormField>
      {described && (
        <PanelSection
          title={t('Parameters')}
          isOpen={changed > 0}
          aside={changed > 0 && <Badge tone="accent">{t('{changed} changed', { changed })}</Badge>}
        >
          <ParamRows
            paramSchema={described.paramSchema}
            params={params}
            issues={issues}
            onChange={(next) => onChange({ ...draft, settings: { ...settings, params: next } })}
          />
        </PanelSection>
      )}
    </div>
  )
}
