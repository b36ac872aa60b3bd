import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChatSettings } from '#contract/chat-settings.ts'
import { checkParams } from '#lib/params/check-params.ts'
import { Badge } from '#ui/feedback/badge.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Field } from '#ui/fields/field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { estimateTokens } from '../composer/estimate-tokens.ts'
import { chatLibraryQueries } from '../conversations/library-queries.ts'
import type { ChatModels } from '../models/use-chat-models.ts'
import { ParamRows } from './param-rows.tsx'
import { PresetBar } from './preset-bar.tsx'
import { ToolRows } from './tool-rows.tsx'

type SettingsDialogProps = {
  isOpen: boolean
  onClose: () => void
  models: ChatModels
  settings: ChatSettings
  onDone: (settings: ChatSettings) => void
}

/** How the models of this conversation are asked: instructions, params, tools, presets of these. */
export const SettingsDialog = (props: SettingsDialogProps) => (
  <Dialog
    isOpen={props.isOpen}
    onClose={props.onClose}
    title="Chat settings"
    description="For this chat only. Save a preset to reuse them in others."
  >
    {props.isOpen && <Form {...props} />}
  </Dialog>
)

function Form({ models, settings, onClose, onDone }: SettingsDialogProps) {
  const [draft, setDraft] = useState<ChatSettings>(settings)
  const { systemPrompt = '', params = {}, tools = [] } = draft
  // With a preset's model; it is taken with the rest, when all of it is saved.
  const [presetModelId, setPresetModelId] = useState<string>()
  const modelId = presetModelId ?? models.modelId
  const model = models.models.find(({ id }) => id === modelId)
  const { data } = useQuery({
    ...chatLibraryQueries.params(modelId ?? ''),
    enabled: modelId !== undefined,
  })
  const issues = data ? checkParams(data.paramSchema, params) : []
  const changed = Object.keys(params).length

  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (presetModelId !== undefined) models.choose(presetModelId)
        onDone(tidy(draft))
        onClose()
      }}
    >
      <PresetBar
        settings={draft}
        modelId={modelId}
        onApply={(preset) => {
          setDraft(preset.settings)
          setPresetModelId(preset.modelId)
        }}
      />
      <Field
        label="Instructions"
        hint="What the model should know and how it should answer."
        aside={
          systemPrompt !== '' && (
            <span className="text-xs text-ink-faint tabular-nums">
              about {estimateTokens(systemPrompt).toLocaleString('en')} tokens
            </span>
          )
        }
      >
        <TextArea
          rowsMin={3}
          rowsMax={12}
          placeholder="You are a careful ceramic engineer. Answer briefly, with numbers."
          value={systemPrompt}
          onChange={({ target }) => setDraft({ ...draft, systemPrompt: target.value })}
        />
      </Field>
      {data && (
        <Section
          title={`Parameters for ${model?.name ?? 'the model'}`}
          isOpen={changed > 0}
          aside={changed > 0 && <Badge tone="accent">{changed} changed</Badge>}
        >
          <ParamRows
            paramSchema={data.paramSchema}
            params={params}
            issues={issues}
            onChange={(next) => setDraft({ ...draft, params: next })}
          />
        </Section>
      )}
      <ToolRows
        canUseTools={model?.canUseTools}
        tools={tools}
        allowedTools={draft.allowedTools ?? []}
        onChange={(change) => setDraft({ ...draft, ...change })}
      />
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" disabled={issues.length > 0}>
          Save
        </Button>
      </div>
    </form>
  )
}

/** Without what says nothing. */
function tidy({ systemPrompt, params, tools, allowedTools }: ChatSettings): ChatSettings {
  return {
    ...(systemPrompt !== undefined && systemPrompt.trim() !== '' ? { systemPrompt } : {}),
    ...(params && Object.keys(params).length > 0 ? { params } : {}),
    ...(isAsked(tools) ? { tools } : {}),
    ...(isAsked(allowedTools) ? { allowedTools } : {}),
  }
}

const isAsked = (list: readonly string[] | undefined) => list !== undefined && list.length > 0
