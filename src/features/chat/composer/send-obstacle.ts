import { messageBytesMax, type Attachment } from '#contract/chat/chat.ts'
import type { ChatModel } from '#contract/models.ts'
import { t } from '#languages/app.ts'

type Message = {
  text: string
  attachments: readonly Attachment[]
  isUploading: boolean
  model: ChatModel | undefined
  passesPictures?: boolean | undefined
  cannotSend: string | undefined
}

/**
 * Returns a sentence that explains why a message cannot be sent. Returns `undefined` if the message
 * can be sent.
 */
export function sendObstacle(message: Message): string | undefined {
  if (isTooLong(message.text)) return t('A message can be at most 1 MB.')
  if (message.isUploading) return t('Reading your files…')
  const { model, attachments, passesPictures = false } = message
  if (
    model?.canSee === false &&
    !passesPictures &&
    attachments.some(({ kind }) => kind === 'picture')
  ) {
    return t('{name} does not accept pictures. Choose another model, or remove them.', {
      name: model.name,
    })
  }
  return message.cannotSend
}

/** Counts UTF-8 bytes only if the number of characters does not decide the result. */
function isTooLong(text: string): boolean {
  if (text.length * 3 <= messageBytesMax) return false
  return text.length > messageBytesMax || new TextEncoder().encode(text).length > messageBytesMax
}
