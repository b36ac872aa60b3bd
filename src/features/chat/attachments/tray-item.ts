import type { Attachment } from '#contract/chat/chat.ts'

export type TrayItem = {
  key: string
  name: string
  /**
   * Object URL that shows the picture during its upload. Revoke this URL when the item is removed.
   */
  previewUrl: string | undefined
  pastedText?: string | undefined
} & (
  | { status: 'uploading'; fraction: number }
  | { status: 'ready'; attachment: Attachment }
  | { status: 'failed'; message: string; file: File | undefined }
)
