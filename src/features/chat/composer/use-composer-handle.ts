import { useImperativeHandle, type Ref, type RefObject } from 'react'
import type { Attachment } from '#contract/chat/chat.ts'
import type { Attachments } from './use-attachments.ts'
import type { useMessageText } from './use-message-text.ts'

export type Draft = { text: string; attachments: readonly Attachment[] }

/** What others may do to the message being written. */
export type ComposerHandle = {
  /** Takes the place of what is written. */
  fill: (draft: Draft) => void
  /** Replaces the words; files stay. */
  type: (words: string) => void
  /** Adds words to what is written. */
  mention: (words: string) => void
  /** Adds files that were dropped elsewhere. */
  addFiles: (files: readonly File[]) => void
  focus: () => void
}

type Parts = {
  area: RefObject<HTMLTextAreaElement | null>
  files: Attachments
  message: ReturnType<typeof useMessageText>
}

/** Gives `ref` what others can do to the message: to its text, its files and its focus. */
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
      fill(next) {
        files.clear()
        files.restore(next.attachments)
        write(next.text)
      },
      type: write,
      mention: (words) => write(`${message.text}${/\S$/.test(message.text) ? ' ' : ''}${words} `),
      addFiles: files.add,
      focus,
    }
  })
}
