import CloudOff from 'lucide-react/icons/cloud-off'
import { useEffect, useState } from 'react'
import { formatDateTime } from '#lib/format.ts'
import { offlineChannel, type OfflineMessage } from '#lib/browser/offline-names.ts'
import { startOfflineCopies } from '#queries/offline-copies.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/app.ts'

/**
 * Stores copies of chats and models in this browser. Renders a line while the server is unreachable
 * and the page shows copies.
 */
export function OfflineSupport() {
  useEffect(() => {
    // The page works without copies, so a failure is only logged.
    startOfflineCopies(tellUpdate).catch((error: unknown) => console.warn('No copies.', error))
  }, [])
  const message = useOfflineMessage()
  return (
    <output className="block">
      {message?.isOffline === true && (
        <span className="flex items-center justify-center gap-2 px-4 py-1.5 text-xs text-ink-muted">
          <CloudOff aria-hidden className="size-4 shrink-0 text-warning" />
          <span>
            {navigator.onLine ? t('The server does not answer.') : t('You are offline.')}{' '}
            {describeCopies(message.storedAtMs)}
          </span>
        </span>
      )}
    </output>
  )
}

/**
 * Milliseconds for which the update notice is shown, enough to finish an answer or a form before
 * reloading.
 */
const updateShownMs = 600_000

const tellUpdate = () =>
  showToast({
    title: t('Bozzetto was updated'),
    detail: t('Reload when it suits you.'),
    durationMs: updateShownMs,
    action: { label: t('Reload'), onSelect: () => location.reload() },
  })

function describeCopies(storedAtMs: number | undefined): string {
  if (storedAtMs === undefined) return ''
  return t('You see what was stored on {storedAtMs}.', { storedAtMs: formatDateTime(storedAtMs) })
}

function useOfflineMessage(): OfflineMessage | undefined {
  const [message, setMessage] = useState<OfflineMessage>()
  useEffect(() => {
    const worker = new BroadcastChannel(offlineChannel)
    worker.addEventListener('message', ({ data }: MessageEvent<OfflineMessage>) => setMessage(data))
    return () => worker.close()
  }, [])
  return message
}
