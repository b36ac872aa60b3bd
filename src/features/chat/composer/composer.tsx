import { ArrowUp, Square } from 'lucide-react'
import {
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react'
import { messageBytesMax, type Attachment } from '#contract/chat.ts'
import type { ChatModel } from '#contract/models.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { AttachButton } from '../attachments/attach-button.tsx'
import { AttachmentTray } from '../attachments/attachment-tray.tsx'
import { useAttachments } from '../attachments/use-attachments.ts'
import { ContextGauge } from './context-gauge.tsx'
import { readDraft, saveDraft } from './draft.ts'
import { attachmentTokens, estimateTokens } from './estimate-tokens.ts'
import { isComposing } from './is-composing.ts'
import { matchSlash, slashWordOf, type SlashCommand } from '../prompts/slash.ts'
import { SlashMenu, slashOptionId } from '../prompts/slash-menu.tsx'

export type Draft = { text: string; attachments: readonly Attachment[] }

/** What others may do to the message being written. */
export type ComposerHandle = {
  /** Takes the place of what is written. */
  fill: (draft: Draft) => void
  /** Adds files that were dropped elsewhere. */
  addFiles: (files: readonly File[]) => void
  focus: () => void
}

type ComposerProps = {
  ref?: Ref<ComposerHandle> | undefined
  conversationId: string | undefined
  /** An answer is being written. What is sent then waits for it. */
  isRunning: boolean
  /** Why nothing can be sent at all. */
  cannotSend: string | undefined
  /** Where the question goes. */
  model: ChatModel | undefined
  /** Tokens that go with the question. */
  historyTokens: number
  /** What `/` offers. */
  commands: readonly SlashCommand[]
  picker: ReactNode
  /** Stands above the text, inside the frame. */
  queue: ReactNode
  onSend: (draft: Draft) => void
  onStop: () => void
  /** Up-arrow in an empty box: the last question is to be edited. */
  onEditLast: () => void
}

const draftDelayMs = 400
const noCommands: readonly SlashCommand[] = []

/** Where questions are written. Its text is its own, so that typing draws nothing else. */
export function Composer({
  ref,
  conversationId,
  isRunning,
  cannotSend,
  model,
  historyTokens,
  commands,
  picker,
  queue,
  onSend,
  onStop,
  onEditLast,
}: ComposerProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const menuId = useId()
  const files = useAttachments(conversationId)
  const [draft, setDraft] = useState(() => ({
    of: conversationId,
    text: readDraft(conversationId),
  }))
  if (draft.of !== conversationId) setDraft({ of: conversationId, text: readDraft(conversationId) })
  const { text } = draft
  const sent = useRef<typeof draft>(undefined)
  const [slash, setSlash] = useState({ at: 0, closedFor: '' })

  useEffect(() => {
    const timer = setTimeout(() => saveDraft(draft.of, draft.text), draftDelayMs)
    return () => {
      clearTimeout(timer)
      // What was sent is no draft any more, even where the next conversation is on the page already.
      if (draft !== sent.current) saveDraft(draft.of, draft.text)
    }
  }, [draft])

  useEffect(() => {
    // On a touch screen the focus would bring up the keyboard.
    if (matchMedia('(pointer: fine)').matches) area.current?.focus()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another conversation is the reason.
  }, [conversationId])

  const { clear, restore, add: addFiles } = files
  useImperativeHandle(ref, () => ({
    fill(next) {
      setDraft({ of: conversationId, text: next.text })
      clear()
      restore(next.attachments)
      area.current?.focus()
    },
    addFiles,
    focus: () => area.current?.focus(),
  }))

  const write = (next: string) => {
    setDraft({ of: conversationId, text: next })
    setSlash((before) => ({ ...before, at: 0 }))
  }

  const word = slashWordOf(text)
  const isMenuWanted = word !== undefined && slash.closedFor !== text
  const offered = isMenuWanted ? matchSlash(commands, word) : noCommands
  const slashAt = Math.min(slash.at, offered.length - 1)
  const pick = (command: SlashCommand) => {
    write('')
    command.onRun()
  }

  const isBlind =
    model?.canSee === false && files.ready.some(({ kind }) => kind === 'picture')
      ? `${model.name} does not accept pictures. Choose another model, or remove them.`
      : undefined
  const isEmpty = text.trim() === '' && files.ready.length === 0
  const reason = isTooLong(text)
    ? 'A message can be at most 1 MB.'
    : files.isUploading
      ? 'Reading your files…'
      : (isBlind ?? cannotSend)
  const canSend = !isEmpty && reason === undefined

  function send() {
    if (!canSend) return
    sent.current = draft
    onSend({ text: text.trim() === '' ? '' : text, attachments: files.ready })
    write('')
    saveDraft(conversationId, '')
    clear()
  }
  function onMenuKey(event: KeyboardEvent): boolean {
    const chosen = offered[slashAt]
    if (!chosen) return false
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      setSlash({ ...slash, at: (slashAt + step + offered.length) % offered.length })
    } else if (event.key === 'Enter' || event.key === 'Tab') pick(chosen)
    else if (event.key === 'Escape') setSlash({ at: 0, closedFor: text })
    else return false
    event.preventDefault()
    return true
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent) || onMenuKey(event)) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      send()
    }
    if (event.key === 'Escape' && isRunning) {
      event.preventDefault()
      onStop()
    }
    if (event.key === 'ArrowUp' && text === '' && !hasModifier(event)) {
      event.preventDefault()
      onEditLast()
    }
  }
  function onPaste(event: ClipboardEvent) {
    const pasted = [...event.clipboardData.files]
    // A copied table has a picture of itself too: the text is what was meant.
    if (pasted.length === 0 || event.clipboardData.types.includes('text/plain')) return
    event.preventDefault()
    addFiles(pasted)
  }

  const isReasonShown = reason !== undefined && (!isEmpty || files.isUploading)
  const hint = isReasonShown ? reason : isRunning && !isEmpty ? 'Sent after this answer' : ''
  const tokens = isEmpty
    ? historyTokens
    : historyTokens + estimateTokens(text) + attachmentTokens(files.ready)
  return (
    <form
      className="relative mx-auto w-full max-w-[calc(46rem+2rem)] shrink-0 px-4 before:pointer-events-none before:absolute before:inset-x-0 before:-top-6 before:h-6 before:bg-linear-to-t before:from-surface before:to-transparent pb-[max(0.75rem,env(safe-area-inset-bottom))]"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {offered.length > 0 && (
        <SlashMenu id={menuId} commands={offered} at={slashAt} onPick={pick} />
      )}
      <div className="rounded-xl border border-line-strong bg-surface-raised shadow-raised transition-[border-color] focus-within:border-ink-faint">
        {queue}
        <AttachmentTray items={files.items} onRemove={files.remove} />
        <textarea
          ref={area}
          value={text}
          rows={1}
          aria-label="Message"
          aria-describedby={hint === '' ? undefined : 'composer-reason'}
          aria-autocomplete="list"
          aria-controls={offered.length > 0 ? menuId : undefined}
          aria-activedescendant={offered.length > 0 ? slashOptionId(menuId, slashAt) : undefined}
          placeholder={isRunning ? 'Ask the next question' : 'Ask anything, or / for commands'}
          enterKeyHint="send"
          onChange={({ target }) => write(target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          className="block max-h-[min(40dvh,20rem)] min-h-11 w-full resize-none bg-transparent px-3.5 pt-3 pb-1 text-[0.9375rem] leading-relaxed outline-none [field-sizing:content] placeholder:text-ink-faint coarse:text-[1rem]"
        />
        <div className="flex items-center gap-1 px-2 pb-2">
          <AttachButton onFiles={addFiles} />
          <div className="min-w-0">{picker}</div>
          <p
            id="composer-reason"
            className="min-w-0 flex-1 truncate text-right text-xs text-ink-faint"
            title={hint || undefined}
          >
            {hint}
          </p>
          <ContextGauge model={model} tokens={tokens} />
          {isRunning && (
            <IconButton
              variant={isEmpty ? 'primary' : 'secondary'}
              label="Stop"
              keys="Esc"
              icon={<Square aria-hidden className="size-3! fill-current" />}
              onClick={onStop}
            />
          )}
          {(!isRunning || !isEmpty) && (
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

const hasModifier = (event: KeyboardEvent): boolean =>
  event.shiftKey || event.ctrlKey || event.altKey || event.metaKey

/** Counts bytes only where the number of characters leaves a doubt. */
function isTooLong(text: string): boolean {
  if (text.length * 3 <= messageBytesMax) return false
  return text.length > messageBytesMax || new TextEncoder().encode(text).length > messageBytesMax
}
