import { useEffect, useRef, useState } from 'react'
import type { Message } from '#contract/chat/chat.ts'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/app.ts'
import { MessageFiles } from '../attachments/message-files.tsx'
import { isSendPress } from '#lib/browser/send-key.ts'
import { isComposing } from '#ui/fields/is-composing.ts'
import { useThreadActions } from './thread-actions.ts'

export function EditMessage({ message }: { message: Message }) {
  const { edit, sendEdited, keepEdited } = useThreadActions()
  const area = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(message.text)
  const isQuestion = message.role === 'user'
  const isEmpty = text.trim() === '' && (message.attachments?.length ?? 0) === 0
  const isSame = text === message.text

  useEffect(() => {
    const { current } = area
    current?.focus()
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [])

  const cancel = () => edit(undefined)
  const finish = () => {
    if (isEmpty) return
    if (isQuestion) sendEdited(message, text)
    else if (isSame) cancel()
    else keepEdited(message, text)
  }
  return (
    <form
      aria-label={isQuestion ? t('Edit question') : t('Edit answer')}
      onSubmit={(event) => {
        event.preventDefault()
        finish()
      }}
      className="rounded-xl border border-line-strong bg-surface-raised shadow-raised focus-within:border-ink-faint"
    >
      <div className="px-3 pt-2 empty:hidden">
        <MessageFiles attachments={message.attachments ?? []} deletedFiles={message.deletedFiles} />
      </div>
      <textarea
        ref={area}
        aria-label={isQuestion ? t('Question') : t('Answer')}
        dir="auto"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return
          if (event.key === 'Escape') {
            event.preventDefault()
            cancel()
          }
          // Answers have many lines, so Enter inserts a line break in an answer.
          const isSend = isQuestion || event.ctrlKey || event.metaKey
          if (isSend && isSendPress(event)) {
            event.preventDefault()
            finish()
          }
        }}
        className="block max-h-[60dvh] min-h-16 w-full resize-none bg-transparent px-3.5 pt-2.5 pb-1 text-md outline-none [field-sizing:content] coarse:text-lg"
      />
      <div className="flex flex-wrap items-center justify-end gap-1.5 px-2 pb-2">
        <Button size="sm" variant="ghost" onClick={cancel}>
          {t('Cancel')}
        </Button>
        {isQuestion && (
          <Button
            size="sm"
            disabled={isEmpty || isSame}
            data-tooltip={t('Saves the new text without sending it')}
            onClick={() => keepEdited(message, text)}
          >
            {t('Save without sending')}
          </Button>
        )}
        <Button size="sm" type="submit" variant="primary" disabled={isEmpty}>
          {isQuestion ? t('Send') : t('Save')}
        </Button>
      </div>
    </form>
  )
}
