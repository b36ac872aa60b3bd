import { isTouchFirst } from '#lib/browser/send-key.ts'
import { t } from '#languages/app.ts'
import { showToast } from '../feedback/toasts.ts'
import { saveFile } from '../save-file.ts'

type FileFacts = { name: string; mimeType: string }

/**
 * Returns whether this is a phone or tablet whose browser can pass such a file to other apps.
 * Browsers allow only some types of files: Chrome has pictures and videos, Safari has all.
 */
export function canShareFile({ name, mimeType }: FileFacts): boolean {
  if (typeof navigator.canShare !== 'function' || !isTouchFirst()) return false
  return navigator.canShare({ files: [new File([], name, { type: mimeType })] })
}

/**
 * Opens the share sheet of the system with a file. Browsers refuse if the press is some seconds ago,
 * so a toast then asks for another press. Saves the file if the browser refuses that too.
 */
export async function shareFile(file: Blob, name: string, isAgain = false): Promise<void> {
  try {
    await navigator.share({ files: [new File([file], name, { type: file.type })] })
  } catch (error) {
    const reason = error instanceof DOMException ? error.name : ''
    if (reason === 'AbortError') return
    if (reason !== 'NotAllowedError' || isAgain) return saveFile(file, name)
    showToast({
      title: name,
      durationMs: undefined,
      action: { label: t('Share'), onSelect: () => void shareFile(file, name, true) },
    })
  }
}
