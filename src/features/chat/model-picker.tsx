import { ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/select.tsx'
import { ModelDialog } from './model-dialog.tsx'
import { nameOfProvider } from './provider-name.ts'
import type { ChatModels } from './use-chat-models.ts'

/** More models than this are searched in a dialog rather than picked from a list. */
const listedMax = 8

/** Shows where the next question goes, and lets one choose. */
export function ModelPicker({
  models: { models, modelId, choose, nameOfModel },
}: {
  models: ChatModels
}) {
  const [isOpen, setIsOpen] = useState(false)
  if (models.length === 0) return null
  if (models.length <= listedMax) {
    return (
      <Select
        variant="ghost"
        aria-label="Model"
        className="text-xs text-ink-muted!"
        value={modelId}
        onValueChange={choose}
        options={models.map(({ id, name, description, provider }) => ({
          value: id,
          label: name,
          hint: description,
          group: nameOfProvider(provider),
        }))}
      />
    )
  }
  const name = modelId === undefined ? 'Choose a model' : nameOfModel(modelId)
  return (
    <>
      <Button
        variant="ghost"
        aria-haspopup="dialog"
        aria-label={`Model: ${name}`}
        className="max-w-56 px-2! text-xs!"
        onClick={() => setIsOpen(true)}
      >
        <span className="truncate">{name}</span>
        <ChevronsUpDown aria-hidden className="size-3.5 text-ink-faint" />
      </Button>
      <ModelDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        models={models}
        modelId={modelId}
        onChoose={(id) => {
          choose(id)
          setIsOpen(false)
        }}
      />
    </>
  )
}
