import { ArrowUp, Square } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { messageBytesMax } from '#contract/chat.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { readDraft, saveDraft } from './draft.ts'
import { isComposing } from './is-composing.ts'

type ComposerProps = {
  conversationId: string | undefined
  /** An answer is being written. */
  isRunning: boolean
  /** Why nothing can be sent at all. */
  cannotSend: string | undefined
  picker: ReactNode
  onSend: (text: string) => void
  onStop: () => void
}

const draftDelayMs = 400

/** Where questions are written. Its text is its own, so that typing draws nothing else. */
export function Composer({
  conversationId,
  isRunning,
  cannotSend,
  picker,
  onSend,
  onStop,
}: ComposerProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [draft, setDraft] = useState(() => ({
    of: conversationId,
    text: readDraft(conversationId),
  }))
  if (draft.of !== conversationId) setDraft({ of: conversationId, text: readDraft(conversationId) })
  const { text } = draft

  useEffect(() => {
    const timer = setTimeout(() => saveDraft(draft.of, draft.text), draftDelayMs)
    return () => {
      clearTimeout(timer)
      saveDraft(draft.of, draft.text)
    }
  }, [draft])

  useEffect(() => {
    // On a touch screen the focus would bring up the keyboard.
    if (matchMedia('(pointer: fine)').matches) area.current?.focus()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another conversation is the reason.
  }, [conversationId])

  const isEmpty = text.trim() === ''
  const reason = isTooLong(text)
    ? 'A message can have 1 MB at most.'
    : isRunning
      ? 'Wait for the answer, or stop it, to send the next question.'
      : cannotSend
  const canSend = !isEmpty && reason === undefined

  function send() {
    if (!canSend) return
    setDraft({ of: conversationId, text: '' })
    saveDraft(conversationId, '')
    onSend(text)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      send()
    }
    if (event.key === 'Escape' && isRunning) {
      event.preventDefault()
      onStop()
    }
  }

  const showsReason = reason !== undefined && !isEmpty
  return (
    <form
      className="relative mx-auto w-full max-w-[calc(46rem+2rem)] shrink-0 px-4 before:pointer-events-none before:absolute before:inset-x-0 before:-top-6 before:h-6 before:bg-linear-to-t before:from-surface before:to-transparent pb-[max(0.75rem,env(safe-area-inset-bottom))]"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="rounded-xl border border-line-strong bg-surface-raised shadow-raised transition-[border-color] focus-within:border-ink-faint">
        <textarea
          ref={area}
          value={text}
          rows={1}
          aria-label="Message"
          aria-describedby={showsReason ? 'composer-reason' : undefined}
          placeholder="Ask anything"
          enterKeyHint="send"
          onChange={({ target }) => setDraft({ of: conversationId, text: target.value })}
          onKeyDown={onKeyDown}
          className="block max-h-[min(40dvh,20rem)] min-h-11 w-full resize-none bg-transparent px-3.5 pt-3 pb-1 text-[0.9375rem] leading-relaxed outline-none [field-sizing:content] placeholder:text-ink-faint coarse:text-[1rem]"
        />
        <div className="flex items-center gap-2 px-2 pb-2">
          <div className="min-w-0">{picker}</div>
          <p
            id="composer-reason"
            className="min-w-0 flex-1 truncate text-right text-xs text-ink-faint"
            title={showsReason ? reason : undefined}
          >
            {showsReason ? reason : ''}
          </p>
          {isRunning ? (
            <IconButton
              variant="primary"
              label="Stop"
              keys="Esc"
              icon={<Square aria-hidden className="size-3! fill-current" />}
              onClick={onStop}
            />
          ) : (
            <IconButton
              variant="primary"
              type="submit"
              label="Send"
              keys="Enter"
              disabled={!canSend}
              icon={<ArrowUp aria-hidden />}
            />
          )}
        </div>
      </div>
    </form>
  )
}

/** Counts bytes only where the number of characters leaves a doubt. */
function isTooLong(text: string): boolean {
  if (text.length * 3 <= messageBytesMax) return false
  return text.length > messageBytesMax || new TextEncoder().encode(text).length > messageBytesMax
}
