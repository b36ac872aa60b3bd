import { useImperativeHandle, type Ref, type RefObject } from 'react'
import type { Attachment } from '#contract/chat/chat.ts'
import { insertAtCaret } from './insert-at-caret.ts'
import type { Attachments } from './use-attachments.ts'
import type { useMessageText } from './use-message-text.ts'

export type MessageDraft = { text: string; attachments: readonly Attachment[] }

export type ComposerHandle = {
  /** Adds text and files to the message. */
  addDraft: (draft: MessageDraft) => void
  /** Inserts text at the caret. */
  insert: (words: string) => void
  type: (words: string) => void
  /** Inserts text such as `@model` into the message. */
  mention: (words: string) => void
  addFiles: (files: readonly File[]) => void
  focus: () => void
}

type Parts = {
  area: RefObject<HTMLTextAreaElement | null>
  files: Attachments
  message: ReturnType<typeof useMessageText>
}

export function useComposerHandle(
  ref: Ref<ComposerHandle> | undefined,
  { area, files, message }: Parts,
): void {
  useImperativeHandle(ref, () => {
    const focus = () => area.current?.focus()
    const write = (text: string) => {
      message.write(text)
      focus()
    }
    return {
      addDraft(next) {
        files.restore(next.attachments)
        write([message.text, next.text].filter((text) => text.trim() !== '').join('\n\n'))
      },
      insert: (words) => area.current && insertAtCaret(area.current, words),
      type: write,
      mention: (words) => write(`${message.text}${/\S$/.test(message.text) ? ' ' : ''}${words} `),
      addFiles: files.add,
      focus,
    }
  })
}
