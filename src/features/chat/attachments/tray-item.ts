import type { Attachment } from '#contract/chat/chat.ts'

/** A file on its way into a message. */
export type TrayItem = {
  key: string
  name: string
  /** A picture that can be shown before it has arrived. Revoked when the item goes. */
  previewUrl: string | undefined
  /** The words of a long paste, which may go into the message instead. */
  pastedText?: string | undefined
} & (
  | { status: 'uploading'; share: number }
  | { status: 'ready'; attachment: Attachment }
  /** `file`: what may be sent again, where that may help. */
  | { status: 'failed'; message: string; file: File | undefined }
)
