import ChevronDown from 'lucide-react/icons/chevron-down'
import Eye from 'lucide-react/icons/eye'
import { Monogram } from '#ui/feedback/monogram.tsx'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/app.ts'
import type { ChatModels } from './use-chat-models.ts'

type ModelPickerProps = {
  models: ChatModels
  onOpen: (button: Element) => void
  onPrepare: () => void
}

export function ChatModelPicker({ models, onOpen, onPrepare }: ModelPickerProps) {
  const { model, modelId, nameOfModel } = models
  if (models.models.length === 0) return null
  const name = modelId === undefined ? t('Choose a model') : nameOfModel(modelId)
  return (
    <Button
      variant="ghost"
      aria-haspopup="dialog"
      aria-label={t('Model: {name}', { name })}
      className="max-w-full min-w-0 shrink! gap-1.5 px-2! text-ink!"
      onClick={({ currentTarget }) => onOpen(currentTarget)}
      onPointerEnter={onPrepare}
      onFocus={onPrepare}
    >
      {model && (
        <span className="flex @max-sm/composer:hidden">
          <Monogram
            name={model.assistant ? name : model.provider}
            letters={name.charAt(0).toUpperCase()}
            size="xs"
          />
        </span>
      )}
      <span className="truncate">{name}</span>
      {model?.canSee === true && (
        <Eye aria-hidden className="size-3.5 text-ink-faint @max-lg/composer:hidden" />
      )}
      <ChevronDown aria-hidden className="size-3.5 text-ink-faint" />
    </Button>
  )
}
