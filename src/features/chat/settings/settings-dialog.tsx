import { language } from '#lib/language/translate.ts'
import { useQuery } from '@tanstack/react-query'
import Undo2 from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import type { ChatSettings } from '#contract/chat/settings.ts'
import { checkParams, type ParamIssue } from '#lib/params/check/check-params.ts'
import { chatParamsQuery } from '#queries/chat-defaults.ts'
import { Badge } from '#ui/feedback/badge.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { PanelSection } from '#ui/layout/section.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { estimateTextTokens } from '#lib/token-estimate.ts'
import { t } from '#languages/app.ts'
import type { ChatModels } from '../models/use-chat-models.ts'
import { ParamRows } from '#ui/params/param-rows.tsx'
import { InEffect } from './in-effect.tsx'
import { SaveAsAssistant } from './save-as-assistant.tsx'
import { SummarySwitch } from '../summaries/summary-switch.tsx'
import { ToolRows, type ToolChange } from './tool-rows.tsx'
import { tidySettings } from './settings-change.ts'
import { useDebouncedSave } from './use-debounced-save.ts'

type SettingsDialogProps = {
  isOpen: boolean
  onClose: () => void
  models: ChatModels
  settings: ChatSettings
  /** The folder of the chat, whose instructions apply too. */
  folderId?: string | undefined
  /** True for a chat that is not stored. Such a chat has only instructions and params. */
  isTemporary?: boolean
  onChange: (settings: ChatSettings) => void
}

export const SettingsDialog = (props: SettingsDialogProps) => (
  <Dialog
    isOpen={props.isOpen}
    onClose={props.onClose}
    title={t('Chat settings')}
    description={
      props.isTemporary
        ? t('They apply to this chat only and are gone when it ends.')
        : t(
            'They apply to this chat only and are saved as you change them. Save an assistant to use them in other chats.',
          )
    }
  >
    {props.isOpen && <Form {...props} />}
  </Dialog>
)

function Form(props: SettingsDialogProps) {
  const { models, settings, folderId, isTemporary = false, onClose, onChange } = props
  const [before] = useState({ settings, modelId: models.modelId })
  const [draft, setDraft] = useState<ChatSettings>(settings)
  const { systemPrompt = '', params = {} } = draft
  const { modelId } = models
  const model = models.models.find(({ id }) => id === modelId)
  const { data } = useQuery(chatParamsQuery(modelId))
  const issues = data ? checkParams(data.paramSchema, params) : []
  const changed = Object.keys(params).length
  const isAsBefore =
    JSON.stringify(draft) === JSON.stringify(before.settings) && modelId === before.modelId
  useDebouncedSave(draft, (next) =>
    onChange(
      tidySettings({ ...next, params: replaceInvalid(next.params, settings.params, issues) }),
    ),
  )

  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <FormField
        label={t('Instructions')}
        hint={t('What the model should know and how it should answer.')}
        aside={
          systemPrompt !== '' && (
            <span className="text-xs text-ink-faint tabular-nums">
              {t('about {systemPrompt} tokens', {
                systemPrompt: estimateTextTokens(systemPrompt).toLocaleString(language),
              })}
            </span>
          )
        }
      >
        <TextArea
          rowsMin={3}
          rowsMax={12}
          placeholder={t('You are a careful ceramic engineer. Answer briefly, with numbers.')}
          value={systemPrompt}
          onChange={({ target }) => setDraft({ ...draft, systemPrompt: target.value })}
        />
      </FormField>
      {data && (
        <PanelSection
          title={t('Parameters for {name}', { name: model?.name ?? t('the model') })}
          isOpen={changed > 0}
          aside={changed > 0 && <Badge tone="accent">{t('{changed} changed', { changed })}</Badge>}
        >
          <ParamRows
            paramSchema={data.paramSchema}
            params={params}
            issues={issues}
            onChange={(next) => setDraft({ ...draft, params: next })}
          />
        </PanelSection>
      )}
      <InEffect
        models={models}
        draft={draft}
        folderId={folderId}
        {...(data && { paramSchema: data.paramSchema })}
      />
      {!isTemporary && (
        <>
          <ToolRows
            model={model}
            tools={draft.tools}
            allowedTools={draft.allowedTools ?? []}
            paidCallsMax={draft.paidCallsMax}
            paidUsdMax={draft.paidUsdMax}
            onChange={(change) => setDraft(withToolChange(draft, change))}
          />
          <SummarySwitch
            summarises={draft.summarises}
            onChange={(summarises) => setDraft({ ...draft, summarises })}
          />
        </>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <output className="me-auto text-xs text-danger">
          {issues.length > 0 && t('Not saved yet: correct what is marked.')}
        </output>
        {!isTemporary && !model?.assistant && (
          <SaveAsAssistant settings={draft} modelId={modelId} />
        )}
        <Button
          disabled={isAsBefore}
          icon={<Undo2 aria-hidden />}
          onClick={() => {
            setDraft(before.settings)
            if (before.modelId !== undefined) models.choose(before.modelId)
          }}
        >
          {t('Undo changes')}
        </Button>
        <Button type="submit" variant="primary">
          {t('Done')}
        </Button>
      </div>
    </form>
  )
}

/** Replaces params with issues by their stored values, so that the other changes can be saved. */
function replaceInvalid(
  params: ChatSettings['params'] = {},
  stored: ChatSettings['params'] = {},
  issues: readonly ParamIssue[],
): ChatSettings['params'] {
  const names = new Set(issues.map(({ path }) => path.split('/')[0]))
  if (names.has('')) return stored
  return Object.fromEntries([
    ...Object.entries(params).filter(([name]) => !names.has(name)),
    ...Object.entries(stored).filter(([name]) => names.has(name)),
  ])
}

/** Applies a change of the tools. Removes an empty limit, so that the default applies. */
function withToolChange(settings: ChatSettings, change: ToolChange): ChatSettings {
  const { tools, paidCallsMax, paidUsdMax, ...rest } = { ...settings, ...change }
  return {
    ...rest,
    ...(tools && { tools }),
    ...(paidCallsMax !== undefined && { paidCallsMax }),
    ...(paidUsdMax !== undefined && { paidUsdMax }),
  }
}
