import { withBase } from '#lib/base-path.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { getPreviewTitle } from './preview-names.ts'
import type { Preview } from '../preview-kinds/preview-kinds.ts'
import { createPreviewDocument } from './previews.ts'

/** Key under which the page `/preview/tab` reads its document. */
const storageKey = 'bozzetto.preview'

/** Opens a document in a new tab. The new tab gets a copy of this tab's session storage. */
export function openInTab(preview: Preview): void {
  const title = getPreviewTitle(preview)
  try {
    const content = { title, ...createPreviewDocument(preview) }
    sessionStorage.setItem(storageKey, JSON.stringify(content))
    window.open(withBase('/preview/tab'))
  } catch {
    showToast({
      kind: 'error',
      title: 'The browser has no room for this document. Save it as a file instead.',
    })
  } finally {
    sessionStorage.removeItem(storageKey)
  }
}
