import { useBriefly } from '#ui/actions/use-briefly.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/settings.ts'

/**
 * Copies a text and reports success for a moment.
 * @param select selects the text if the browser denies access to the clipboard.
 */
export function useCopy(text: string, select: () => void) {
  const [isCopied, showCopied] = useBriefly()

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      showCopied()
    } catch {
      // Select the text if the clipboard is unavailable, so that the user can copy the text with
      // the keyboard.
      select()
      showToast({
        title: t('Your browser blocked copying'),
        detail: t('The text is selected. Press Ctrl+C.'),
      })
    }
  }

  return { isCopied, copy }
}
