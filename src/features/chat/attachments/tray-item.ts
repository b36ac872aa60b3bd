import type { Attachment } from '#contract/chat/chat.ts'

export type TrayItem = {
  key: string
  name: string
  /** Local address of the picture during its upload. Revoke it when the item is removed. */
  previewUrl: string | undefined
  pastedText?: string | undefined
} & (
  | { status: 'uploading'; fraction: number }
  | { status: 'ready'; attachment: Attachment }
  /** `file` is set if uploading it again may succeed. */
  | { status: 'failed'; message: string; file: File | undefined }
)
