import { useBriefly } from '#ui/actions/use-briefly.ts'
import { showToast } from '#ui/feedback/toasts.ts'

/**
 * Copies a text, and briefly reports that it did.
 *
 * @param select selects the text if the browser denies access to the clipboard.
 */
export function useCopy(text: string, select: () => void) {
  const [isCopied, showCopied] = useBriefly()

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      showCopied()
    } catch {
      // The Clipboard API is denied or missing without HTTPS: select the text for a manual copy.
      select()
      showToast({
        title: 'Your browser blocked copying',
        detail: 'The text is selected. Press Ctrl+C.',
      })
    }
  }

  return { isCopied, copy }
}
