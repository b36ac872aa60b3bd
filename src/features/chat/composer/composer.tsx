import { useEffect, useRef, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import type { ChatModel } from '#contract/models.ts'
import { useBelowToasts } from '#ui/feedback/use-below-toasts.ts'
import { isComposing } from '#ui/fields/is-composing.ts'
import { isSendPress, isTouchFirst } from '#lib/browser/send-key.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import { prefetch } from '#ui/layout/prefetch.ts'
import { t } from '#languages/app.ts'
import { AttachButton } from '../attachments/attach-button.tsx'
import type { TrayItem } from '../attachments/tray-item.ts'
import { joinPunctuation } from '../prompts/mention.ts'
import { matchSlash, getSlashQuery, type SlashCommand } from '../prompts/slash.ts'
import { attachmentTokens, estimateTextTokens } from '#lib/token-estimate.ts'
import type { LongChat } from '../summaries/use-summary-plan.ts'
import { isPushToTalk } from '../voice/push-to-talk.ts'
import type { VoiceHandlers } from '../voice/voice-bar.tsx'
import { SendButtons } from './send-buttons.tsx'
import { sendObstacle } from './send-obstacle.ts'
import { takePaste } from './take-paste.ts'
import { useAttachments, type Attachments } from './use-attachments.ts'
import { useComposerHandle, type ComposerHandle, type MessageDraft } from './use-composer-handle.ts'
import { useHeldForFiles, type HeldForFiles } from './use-held-for-files.ts'
import { useHeldPress } from './use-held-press.ts'
import { useFocusReturn } from './use-focus-return.ts'
import { useMessageText } from './use-message-text.ts'
import { useMentions, type MentionedAssistants } from './use-mentions.ts'
import { useOfferMenu } from './use-offer-menu.ts'
import { useVoice } from './use-voice.ts'
import { contextFillMax } from '#contract/chat/summaries.ts'

const loadSlashMenu = async () => (await import('../prompts/slash-menu.tsx')).SlashMenu
prefetch(loadSlashMenu)
const loadContextGauge = async () => (await import('./context-gauge.tsx')).ContextGauge
const loadLimitNote = async () => (await import('./limit-note.tsx')).ChatLimitNote

type ComposerProps = MentionedAssistants & {
  ref?: Ref<ComposerHandle> | undefined
  conversationId: string | undefined
  isRunning: boolean
  cannotSend: string | undefined
  isLoading?: boolean
  model: ChatModel | undefined
  /** True if no language model is connected, so that only the built-in guide answers. */
  isGuideOnly?: boolean
  passesPictures?: boolean
  historyTokens: number
  longChat?: LongChat | undefined
  commands: readonly SlashCommand[]
  onSlash?: (() => void) | undefined
  picker: ReactNode
  tools?: ReactNode
  queue: ReactNode
  renderVoice: (handlers: VoiceHandlers) => ReactNode
  onSend: (draft: MessageDraft) => void
  onStop: () => void
  onModel: () => void
  onNewChat: () => void
  onEditLast: () => void
}

/**
 * Renders the message box. Stores its text in its own state, so that typing re-renders no other
 * component.
 */
export function Composer({ ref, ...props }: ComposerProps) {
  const { cannotSend, conversationId, isLoading = false, isRunning, model } = props
  const area = useRef<HTMLTextAreaElement>(null)
  const form = useRef<HTMLFormElement>(null)
  useBelowToasts(form)
  useFocusReturn(form, area)
  const files = useAttachments(conversationId)
  const { clear, add: addFiles, ready, isUploading } = files
  const message = useMessageText(conversationId)
  const { text } = message
  const write = (next: string) => {
    message.write(next)
    if (next === '/') props.onSlash?.()
    slash.reset()
  }
  const pick = (command: SlashCommand) => {
    if (sign === '/') write('')
    command.onRun()
    slash.reset()
  }
  const word = getSlashQuery(text)
  const sign = word === undefined ? '@' : '/'
  const mentions = useMentions(text, message.write, props)
  const commands = word === undefined ? mentions : matchSlash(props.commands, word)
  const slash = useOfferMenu(commands, { text, onPick: pick })

  useEffect(() => {
    // On touch screens, focus would open the on-screen keyboard.
    if (matchMedia('(pointer: fine)').matches) area.current?.focus()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs when the conversation changes.
  }, [conversationId])

  useComposerHandle(ref, { area, files, message })

  const isEmpty = text.trim() === '' && ready.length === 0
  const obstacle = sendObstacle({
    text,
    attachments: ready,
    isUploading,
    model,
    passesPictures: props.passesPictures,
    cannotSend,
  })
  const canSend = !isEmpty && obstacle === undefined && !isLoading

  function send() {
    if (!canSend) return isWaiting && !isEmpty ? hold() : undefined
    if (!unsent.hold()) sendNow()
  }
  const sendNow = () => sendText(text.trim() === '' ? '' : text)
  function sendText(words: string) {
    props.onSend({ text: words, attachments: ready })
    message.markSent()
    slash.reset()
    clear()
  }
  const unsent = useHeldForFiles(files, sendNow)
  const voice = useVoice({ text, write, area }, sendText)
  const isWaiting = isLoading || isUploading
  const hold = useHeldPress({ isLoading: isWaiting, text, send })
  function pasteAsText({ key, pastedText = '' }: TrayItem) {
    const { selectionStart = text.length, selectionEnd = text.length } = area.current ?? {}
    write(text.slice(0, selectionStart) + pastedText + text.slice(selectionEnd))
    files.remove(key)
    area.current?.focus()
  }
  function moveToNewChat() {
    message.moveToNewChat()
    files.moveToNewChat()
    props.onNewChat()
  }
  function typeSign(typed: '/' | '@') {
    // The `/` menu opens only in an empty box. A mention needs a space before the `@`.
    write(typed === '/' ? typed : `${text}${text === '' || text.endsWith(' ') ? '' : ' '}${typed}`)
    area.current?.focus()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent) || slash.onKeyDown(event)) return
    if (isPushToTalk(event.nativeEvent)) return event.repeat ? undefined : voice.start(true)
    const act = getKeyAction(event, { isRunning, isBlank: text === '' })
    if (!act) return
    event.preventDefault()
    if (act === 'send') send()
    else if (act === 'stop') props.onStop()
    else props.onEditLast()
  }

  const after = isRunning && !isEmpty ? t('Sent after this answer') : ''
  const hint = isEmpty && !isUploading ? '' : (obstacle ?? after)
  const newTokens = isEmpty ? 0 : estimateTextTokens(text) + attachmentTokens(ready)
  const tokens = props.historyTokens + newTokens
  return (
    <form
      ref={form}
      className="relative mx-auto w-full max-w-[calc(45rem+2rem)] shrink-0 px-4 before:pointer-events-none before:absolute before:inset-x-0 before:-top-6 before:h-6 before:bg-linear-to-t before:from-surface before:to-transparent pb-[max(0.75rem,env(safe-area-inset-bottom))]"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {slash.offered.length > 0 && (
        <Loaded
          load={loadSlashMenu}
          props={{ id: slash.id, commands: slash.offered, sign, at: slash.at, onPick: pick }}
        />
      )}
      <div className="rounded-2xl border border-line-control bg-surface-raised shadow-float transition-[border-color] focus-within:border-ink-faint">
        {props.queue}
        <Loaded load={loadLimitNote} props={{ model, isWriting: !isEmpty }} isWanted={!isEmpty} />
        <CutWarning
          model={model}
          tokens={tokens}
          onModel={props.onModel}
          longChat={props.longChat}
          onNewChat={conversationId === undefined ? undefined : moveToNewChat}
        />
        <ComposerFiles files={files} held={unsent.held} onPasteAsText={pasteAsText} />
        <textarea
          ref={area}
          value={text}
          rows={1}
          dir="auto"
          aria-label={t('Message')}
          aria-describedby={hint === '' ? undefined : 'composer-reason'}
          aria-autocomplete="list"
          {...slash.fieldProps}
          placeholder={getPlaceholder(props)}
          enterKeyHint={isTouchFirst() ? 'enter' : 'send'}
          onChange={({ target }) => write(joinPunctuation(target.value))}
          onKeyDown={onKeyDown}
          onPaste={(event) => takePaste(event, addFiles)}
          className="block max-h-[min(40dvh,20rem)] min-h-12 w-full resize-none bg-transparent px-4 pt-3.5 pb-1 text-md leading-6 outline-none [field-sizing:content] placeholder:text-ink-faint coarse:text-lg"
        />
        {voice.handlers ? (
          props.renderVoice(voice.handlers)
        ) : (
          <div className="@container/composer flex items-center gap-1 px-2 pb-2">
            <AttachButton onFiles={addFiles} onType={typeSign} />
            <div className="flex min-w-0 shrink-0 items-center @max-lg/composer:shrink @max-lg/composer:overflow-x-auto @max-lg/composer:[scrollbar-width:none]">
              {props.tools}
            </div>
            <ComposerHint text={hint} />
            <Loaded load={loadContextGauge} props={{ model, tokens }} isWanted={tokens > 0} />
            <div className="flex min-w-22 shrink-99 items-center">{props.picker}</div>
            <SendButtons
              isRunning={isRunning}
              isEmpty={isEmpty}
              canSend={canSend}
              onStop={props.onStop}
              onDictate={() => voice.start(false)}
            />
          </div>
        )}
      </div>
    </form>
  )
}

const ComposerHint = ({ text }: { text: string }) => (
  <p
    id="composer-reason"
    className="min-w-0 flex-1 truncate text-end text-xs text-ink-faint"
    title={text || undefined}
  >
    {text}
  </p>
)

function getKeyAction(
  event: KeyboardEvent,
  state: { isRunning: boolean; isBlank: boolean },
): 'send' | 'stop' | 'edit' | undefined {
  if (isSendPress(event)) return 'send'
  if (event.key === 'Escape' && state.isRunning) return 'stop'
  if (event.key === 'ArrowUp' && state.isBlank && !hasModifier(event)) return 'edit'
  return undefined
}

const hasModifier = (event: KeyboardEvent): boolean =>
  event.shiftKey || event.ctrlKey || event.altKey || event.metaKey

const loadFailedFiles = async () => (await import('./failed-files.tsx')).FailedFiles
const loadTray = async () => (await import('../attachments/attachment-tray.tsx')).AttachmentTray

type ComposerFilesProps = {
  files: Attachments
  held: HeldForFiles
  onPasteAsText: (item: TrayItem) => void
}

const ComposerFiles = ({ files, held, onPasteAsText }: ComposerFilesProps) => (
  <>
    <Loaded load={loadFailedFiles} isWanted={held.failed.length > 0} props={held} />
    <Loaded
      load={loadTray}
      isWanted={files.items.length > 0}
      props={{ items: files.items, onAdd: files.add, onRemove: files.remove, onPasteAsText }}
    />
  </>
)

function getPlaceholder({ isRunning, isGuideOnly = false }: ComposerProps): string {
  if (isRunning) return t('Ask the next question')
  return isGuideOnly
    ? t('Ask about Bozzetto, or connect a service')
    : t('Ask anything, / for commands, @ for models')
}

const loadText = async () => (await import('./cut-warning-text.tsx')).CutWarningText

type CutWarningProps = {
  model: ChatModel | undefined
  tokens: number
  onModel: () => void
  onNewChat: (() => void) | undefined
  longChat: LongChat | undefined
}

function CutWarning({ model, tokens, ...rest }: CutWarningProps) {
  const size = model?.contextTokens
  const isTooLong = model && size !== undefined && tokens > size * contextFillMax
  return (
    // Screen readers announce new content only in a live region that existed before.
    <output className="block empty:hidden">
      {isTooLong && <Loaded load={loadText} props={{ model, size, tokens, ...rest }} />}
    </output>
  )
}
