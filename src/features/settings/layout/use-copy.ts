import { useBriefly } from '#ui/actions/use-briefly.ts'
import { showToast } from '#ui/feedback/toasts.ts'

/**
 * Copies a text, and knows for a moment that it did.
 *
 * @param select selects it where the browser does not let a page copy.
 */
export function useCopy(text: string, select: () => void) {
  const [isCopied, showCopied] = useBriefly()

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      showCopied()
    } catch {
      // Not allowed, or a page without HTTPS, where there is no such thing: the person's keys do it.
      select()
      showToast({
        title: 'Your browser blocked copying',
        detail: 'The text is selected. Press Ctrl+C.',
      })
    }
  }

  return { isCopied, copy }
}
