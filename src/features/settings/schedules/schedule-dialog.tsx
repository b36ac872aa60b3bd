import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listFolders } from '#api/chat/library.ts'
import { putScheduleSchema } from '#contract/chat/schedules.ts'
import { formatList } from '#lib/params/check/sentences.ts'
import { findTimingProblem } from '#lib/schedule-times.ts'
import { chatKeys } from '#queries/chat-keys.ts'
import { modelsQuery } from '#queries/models.ts'
import { useProviderName } from '#queries/provider-name.ts'
import { FormField } from '#ui/fields/field.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { t } from '#languages/settings.ts'
import { FormDialog } from '../layout/form-dialog.tsx'
import type { ScheduleDraft } from './schedule-draft.ts'
import { usePutSchedule } from './schedule-queries.ts'
import { TimingFields } from './timing-fields.tsx'
import { ScheduleTools } from './schedule-tools.tsx'

type ScheduleDialogProps = { isOpen: boolean; draft: ScheduleDraft; onClose: () => void }

const noFolder = '-'

/** The form of a chat opens with the page, when no element has had the focus yet. */
const findAddButton = () => document.querySelector<HTMLElement>('#scheduled-questions button')

export function ScheduleDialog({ isOpen, draft: initial, onClose }: ScheduleDialogProps) {
  const put = usePutSchedule()
  const [draft, setDraft] = useState(initial)
  const [now] = useState(() => new Date())
  const [isTried, setIsTried] = useState(false)
  const change = (part: Partial<ScheduleDraft>) => setDraft((held) => ({ ...held, ...part }))
  const { id, isNew, key: _, leftOut = [], ...schedule } = draft
  const parsed = putScheduleSchema.safeParse(schedule)
  const { timing, timeZone } = draft
  const timingProblem = findTimingProblem(timing, { timeZone, from: now })
  const isWrong = (field: string) =>
    isTried && parsed.error?.issues.some(({ path }) => path[0] === field) === true

  const submit = () => {
    setIsTried(true)
    if (parsed.success && timingProblem === undefined) {
      put.mutate({ id, ...parsed.data }, { onSuccess: onClose })
    }
  }
  return (
    <FormDialog
      isOpen={isOpen}
      title={isNew ? t('Add a scheduled question') : t('Edit {name}', { name: initial.name })}
      isPending={put.isPending}
      error={put.error}
      onSubmit={submit}
      onClose={onClose}
      {...(isNew && { getFinalFocus: findAddButton })}
    >
      <FormField
        label={t('Name')}
        hint={t('The titles of the chats begin with it.')}
        error={isWrong('name') ? t('Enter a name of up to 100 characters.') : undefined}
      >
        <TextField
          autoComplete="off"
          maxLength={100}
          value={draft.name}
          onChange={({ target }) => change({ name: target.value })}
        />
      </FormField>
      <FormField
        label={t('Question')}
        hint={
          leftOut.length > 0
            ? t('Not taken over from the chat: {leftOut}.', { leftOut: formatList(leftOut, 'and') })
            : undefined
        }
        error={isWrong('question') ? t('Enter the question, up to 32,000 characters.') : undefined}
      >
        <TextArea
          rowsMin={3}
          value={draft.question}
          onChange={({ target }) => change({ question: target.value })}
        />
      </FormField>
      <TimingFields
        timing={timing}
        timeZone={timeZone}
        problem={isTried || timing.kind === 'cron' ? timingProblem : undefined}
        onChange={change}
      />
      <ModelAndFolder draft={draft} isWrong={isWrong('modelId')} onChange={setDraft} />
      <ScheduleTools draft={draft} onChange={setDraft} />
      <div className="grid grid-cols-2 gap-3">
        <UsdField label={t('Limit per run')} field="runUsdMax" draft={draft} onChange={setDraft} />
        <UsdField
          label={t('Limit per month')}
          field="monthUsdMax"
          draft={draft}
          onChange={setDraft}
        />
      </div>
    </FormDialog>
  )
}

type DraftProps = { draft: ScheduleDraft; onChange: (draft: ScheduleDraft) => void }

function ModelAndFolder({ draft, isWrong, onChange }: DraftProps & { isWrong: boolean }) {
  const { data } = useQuery(modelsQuery())
  const { data: folders = [] } = useQuery({
    queryKey: chatKeys.folders,
    queryFn: ({ signal }) => listFolders(signal),
  })
  const nameOfProvider = useProviderName()
  const models = (data?.models ?? []).filter(
    ({ kind, provider }) => kind === 'chat' && provider !== 'bozzetto',
  )
  return (
    <>
      <FormField
        label={t('Model or assistant')}
        error={isWrong ? t('Choose who answers.') : undefined}
        hint={
          data && models.length === 0
            ? t('No model is connected. Connect a service in Settings › Models and services first.')
            : undefined
        }
      >
        <Select
          value={draft.modelId}
          placeholder={t('Choose a model')}
          onValueChange={(modelId) => onChange({ ...draft, modelId })}
          options={models.map(({ id, name, provider }) => ({
            value: id,
            label: name,
            group: nameOfProvider(provider),
          }))}
        />
      </FormField>
      {folders.length > 0 && (
        <FormField label={t('Folder')} hint={t('The model searches the files of this folder.')}>
          <Select
            value={draft.folderId ?? noFolder}
            onValueChange={(folderId) => {
              const { folderId: _, ...others } = draft
              onChange(folderId === noFolder ? others : { ...others, folderId })
            }}
            options={[
              { value: noFolder, label: t('No folder') },
              ...folders.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </FormField>
      )}
    </>
  )
}

type UsdFieldProps = DraftProps & { label: string; field: 'runUsdMax' | 'monthUsdMax' }

function UsdField({ label, field, draft, onChange }: UsdFieldProps) {
  return (
    <FormField label={label} hint={t('Empty for none.')}>
      <NumberField
        value={draft[field]}
        min={0.001}
        max={10_000}
        step={0.1}
        unit="USD"
        onValueChange={(usd) => {
          const { [field]: _, ...others } = draft
          onChange(usd === undefined ? others : { ...draft, [field]: usd })
        }}
      />
    </FormField>
  )
}
