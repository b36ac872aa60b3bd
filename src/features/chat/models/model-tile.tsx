import type { ChatModel } from '#contract/models.ts'
import { Monogram } from '#ui/feedback/monogram.tsx'
import { AssistantFace } from './assistant-face.tsx'

type ModelTileProps = { model: ChatModel; size: 'sm' | 'lg' }

/** Renders the picture of an assistant, or the first letter of a model in its provider's colour. */
export function ModelTile({ model, size }: ModelTileProps) {
  const { name, provider, assistant } = model
  if (assistant) return <AssistantFace name={name} pictureUrl={assistant.pictureUrl} size={size} />
  return <Monogram name={provider} letters={name.charAt(0).toUpperCase()} size={size} />
}
