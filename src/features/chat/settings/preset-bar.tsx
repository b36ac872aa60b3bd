import { useQuery } from '@tanstack/react-query'
import BookmarkPlus from 'lucide-react/icons/bookmark-plus'
import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import type { ChatPreset } from '#contract/chat/library.ts'
import type { ChatSettings } from '#contract/chat/settings.ts'
import { newId } from '#lib/id.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Select } from '#ui/fields/select.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { chatLibraryQueries, useChatLibrary } from '../conversations/library-queries.ts'

type PresetBarProps = {
  settings: ChatSettings
  modelId: string | undefined
  onApply: (preset: ChatPreset) => void
}

export function PresetBar({ settings, modelId, onApply }: PresetBarProps) {
  const { data: presets = [] } = useQuery(chatLibraryQueries.presets())
  const { putPreset, deletePreset } = useChatLibrary()
  const [chosenId, setChosenId] = useState<string>()
  const [name, setName] = useState<string>()
  const chosen = presets.find(({ id }) => id === chosenId)

  const save = () => {
    const wanted = name?.trim() ?? ''
    if (wanted === '') return
    // A preset with the same name is replaced.
    const id = presets.find((preset) => preset.name === wanted)?.id ?? newId()
    putPreset.mutate(
      { id, preset: { name: wanted, settings, ...(modelId === undefined ? {} : { modelId }) } },
      {
        onSuccess: () => {
          setName(undefined)
          // The name in the list confirms the save. A toast would cover the fields on phones.
          setChosenId(id)
        },
        onError: reportFailure('Could not save the preset.'),
      },
    )
  }
  if (name !== undefined) {
    return (
      <div className="flex gap-2">
        <TextField
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked for it.
          autoFocus
          aria-label="Preset name"
          placeholder="Preset name"
          value={name}
          onChange={({ target }) => setName(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              event.stopPropagation()
              setName(undefined)
            }
            if (event.key === 'Enter') {
              // Enter would otherwise press the button of the surrounding form.
              event.preventDefault()
              save()
            }
          }}
        />
        <Button variant="ghost" onClick={() => setName(undefined)}>
          Cancel
        </Button>
        <Button isLoading={putPreset.isPending} disabled={name.trim() === ''} onClick={save}>
          Save preset
        </Button>
      </div>
    )
  }
  return (
    <div className="flex items-center gap-1.5">
      {presets.length > 0 && (
        <Select
          aria-label="Preset"
          className="min-w-0 flex-1"
          placeholder="Use a preset…"
          value={chosenId}
          onValueChange={(id) => {
            setChosenId(id)
            const preset = presets.find((one) => one.id === id)
            if (preset) onApply(preset)
          }}
          options={presets.map((preset) => ({ value: preset.id, label: preset.name }))}
        />
      )}
      <Button icon={<BookmarkPlus aria-hidden />} onClick={() => setName(chosen?.name ?? '')}>
        Save as preset
      </Button>
      {chosen && (
        <IconButton
          label={`Delete preset ${chosen.name}`}
          icon={<Trash2 aria-hidden />}
          onClick={() => {
            setChosenId(undefined)
            deletePreset.mutate(chosen.id, {
              onError: reportFailure('Could not delete the preset.'),
            })
          }}
        />
      )}
    </div>
  )
}
