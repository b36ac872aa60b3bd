import { memo } from 'react'
import type { Message } from '#contract/chat.ts'
import { CopyButton } from './copy-button.tsx'
import { SiblingPicker } from './sibling-picker.tsx'

type QuestionProps = { message: Message; siblings: readonly string[] }

/** What the person wrote, as they wrote it. */
export const Question = memo(function Question({ message, siblings }: QuestionProps) {
  return (
    <article
      aria-label="You"
      className="group/turn mt-8 flex items-center justify-end gap-1 first:mt-0"
    >
      <div className="flex shrink-0 items-center opacity-0 transition-opacity group-focus-within/turn:opacity-100 group-hover/turn:opacity-100 coarse:opacity-100">
        <SiblingPicker id={message.id} siblings={siblings} />
        <CopyButton label="Copy question" text={() => message.text} />
      </div>
      <div className="max-w-[min(85%,36rem)] min-w-0 rounded-xl rounded-br-sm bg-pressed px-3.5 py-2 text-[0.9375rem] leading-relaxed [overflow-wrap:anywhere] whitespace-pre-wrap">
        {message.text}
      </div>
    </article>
  )
})
