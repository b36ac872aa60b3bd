import ArrowUp from 'lucide-react/icons/arrow-up'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash'
import WifiOff from 'lucide-react/icons/wifi-off'
import { useState, useSyncExternalStore } from 'react'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { isComposing } from '#ui/fields/is-composing.ts'
import { TextArea } from '#ui/fields/text-area.tsx'
import { keepListFocus } from '#ui/layout/keep-list-focus.ts'
import { t } from '#languages/app.ts'
import type { Waiting } from '../runs/outbox/outbox-storage.ts'

type QueueListProps = {
  waiting: readonly Waiting[]
  onEdit: (runId: string, text: string) => void
  onSendNow: (runId: string) => void
  onRemove: (runId: string) => void
}

export function QueueList({ waiting, ...actions }: QueueListProps) {
  const isOnline = useIsOnline()
  if (waiting.length === 0) return null
  const going = waiting.filter(({ isHeld }) => !isHeld)
  const held = waiting.filter(({ isHeld }) => isHeld)
  const isOutdated = held.some((item) => item.isOutdated)
  const shared = { isOnline, ...actions }
  return (
    <section
      ref={keepListFocus}
      aria-label={t('Waiting messages')}
      className="animate-appear border-b border-line px-1.5 pt-1.5 pb-1"
    >
      <Group
        {...shared}
        title={
          isOnline
            ? t('Sent when the answer is done')
            : t('You are offline. Your messages will be sent when you are back online')
        }
        waiting={going}
      />
      <Group
        {...shared}
        title={
          isOutdated
            ? t('Not sent: this chat has new messages from another tab or device. Read them first')
            : t('On hold because the answer was stopped or failed. Send or delete them')
        }
        waiting={held}
      />
    </section>
  )
}

type GroupProps = QueueListProps & { title: string; isOnline: boolean }

function Group({ title, isOnline, waiting, onEdit, onSendNow, onRemove }: GroupProps) {
  const [editedId, setEditedId] = useState<string>()
  if (waiting.length === 0) return null
  return (
    <>
      <h2 className="flex items-center gap-1.5 px-2 pb-0.5 text-xs text-ink-faint">
        {!isOnline && <WifiOff aria-hidden className="size-3.5 text-warning" />}
        {title}
      </h2>
      <ol className="max-h-40 overflow-y-auto">
        {waiting.map(({ request }) => {
          const { runId, question } = request
          const text = question?.text ?? ''
          const files = question?.attachments?.length ?? 0
          return (
            <li
              key={runId}
              className="flex min-h-8 items-center gap-0.5 rounded-md ps-2 hover:bg-hover"
            >
              {editedId === runId ? (
                <EditField
                  text={text}
                  onDone={(next) => {
                    setEditedId(undefined)
                    if (next !== text) onEdit(runId, next)
                  }}
                />
              ) : (
                <p dir="auto" className="min-w-0 flex-1 truncate text-ink-muted">
                  {text || t('{files, plural, one {# file} other {# files}}', { files })}
                </p>
              )}
              <IconButton
                size="sm"
                label={t('Edit')}
                icon={<Pencil aria-hidden />}
                onClick={() => setEditedId(runId)}
              />
              <IconButton
                size="sm"
                label={t('Send now')}
                disabled={!isOnline}
                icon={<ArrowUp aria-hidden />}
                onClick={() => onSendNow(runId)}
              />
              <IconButton
                size="sm"
                label={t('Delete')}
                icon={<Trash2 aria-hidden />}
                onClick={() => onRemove(runId)}
              />
            </li>
          )
        })}
      </ol>
    </>
  )
}

function EditField({ text, onDone }: { text: string; onDone: (text: string) => void }) {
  const [next, setNext] = useState(text)
  const take = () => onDone(next.trim() === '' ? text : next)
  return (
    <TextArea
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just opened this editor.
      autoFocus
      aria-label={t('Waiting message')}
      value={next}
      onChange={({ target }) => setNext(target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone(text)
        if (event.key === 'Enter' && !event.shiftKey && !isComposing(event.nativeEvent)) {
          event.preventDefault()
          take()
        }
        event.stopPropagation()
      }}
      rowsMin={1}
      rowsMax={5}
      className="min-w-0 flex-1 px-1 py-0.5"
    />
  )
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
