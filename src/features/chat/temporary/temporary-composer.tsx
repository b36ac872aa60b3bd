import ArrowUp from 'lucide-react/icons/arrow-up'
import Square from 'lucide-react/icons/square'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { isSendPress, isTouchFirst } from '#lib/browser/send-key.ts'
import { isComposing } from '#ui/fields/is-composing.ts'
import { t } from '#languages/app.ts'
import { AttachButton } from '../attachments/attach-button.tsx'
import { takePaste } from '../composer/take-paste.ts'
import { useFileDrop } from '../composer/use-file-drop.ts'
import { FileChips } from './file-chips.tsx'
import type { TemporaryFile } from './read-file.ts'
import { useTemporaryFiles } from './use-temporary-files.ts'

type TemporaryComposerProps = {
  isAnswering: boolean
  cannotSend: string | undefined
  picker: ReactNode
  onAsk: (question: { text: string; files: readonly TemporaryFile[] }) => void
  onStop: () => void
  /** True if the page has other fields, which keep the focus. */
  isBeside?: boolean
}

export function TemporaryComposer({
  isAnswering,
  cannotSend,
  picker,
  onAsk,
  onStop,
  isBeside = false,
}: TemporaryComposerProps) {
  const [text, setText] = useState('')
  const { files, problem, isReading, add, remove, whenRead, clear } = useTemporaryFiles()
  const [isWaiting, setIsWaiting] = useState(false)
  const drop = useFileDrop(
    (dropped) => void add(dropped),
    () => {},
  )
  const isEmpty = text.trim() === '' && files.length === 0 && !isReading
  const canAsk = !isEmpty && !isAnswering && !isWaiting && cannotSend === undefined
  const ask = async () => {
    if (!canAsk) return
    if (!isReading) return send(files)
    setIsWaiting(true)
    const read = await whenRead()
    setIsWaiting(false)
    // Do not send the question without its file, because the question may be about the file.
    if (read.problem === undefined) send(read.files)
  }
  const send = (sent: readonly TemporaryFile[]) => {
    onAsk({ text, files: sent })
    setText('')
    clear()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (isSendPress(event)) {
      event.preventDefault()
      void ask()
    } else if (event.key === 'Escape' && isAnswering) onStop()
  }
  return (
    <form
      className="mx-auto w-full max-w-[calc(45rem+2rem)] shrink-0 px-4 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
      onSubmit={(event) => {
        event.preventDefault()
        void ask()
      }}
    >
      {problem !== undefined && (
        <p role="alert" className="mb-1.5 text-sm text-danger">
          {problem}
        </p>
      )}
      <div
        {...drop.handlers}
        className="rounded-xl border border-line-strong bg-surface-raised shadow-raised focus-within:border-ink-faint"
      >
        <FileChips files={files} className="px-2 pt-2" onRemove={remove} />
        <textarea
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has no other field.
          autoFocus={!isBeside}
          value={text}
          readOnly={isWaiting}
          rows={1}
          dir="auto"
          aria-label={t('Message')}
          placeholder={t('Ask anything')}
          enterKeyHint={isTouchFirst() ? 'enter' : 'send'}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
          onPaste={(event) => takePaste(event, (pasted) => void add(pasted))}
          className="block max-h-[min(40dvh,20rem)] min-h-11 w-full resize-none bg-transparent px-3.5 pt-3 pb-1 text-md outline-none [field-sizing:content] placeholder:text-ink-faint coarse:text-lg"
        />
        <div className="flex items-center gap-1 px-2 pb-2">
          <AttachButton onFiles={(chosen) => void add(chosen)} />
          <div className="min-w-0 flex-1">{picker}</div>
          {isWaiting && (
            <output className="text-xs text-ink-faint">{t('Sends once the files are read')}</output>
          )}
          {cannotSend !== undefined && <p className="text-xs text-ink-faint">{cannotSend}</p>}
          {isAnswering ? (
            <IconButton
              label={t('Stop')}
              icon={<Square aria-hidden />}
              variant="secondary"
              onClick={onStop}
            />
          ) : (
            <IconButton
              label={t('Send')}
              type="submit"
              variant="primary"
              disabled={!canAsk}
              icon={<ArrowUp aria-hidden />}
            />
          )}
        </div>
      </div>
    </form>
  )
}
