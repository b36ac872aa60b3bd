import { firstViewPaths, type FirstView } from '#lib/first-view.ts'

/** Keys of browser settings that change a first view. */
const changedBy: Readonly<Record<FirstView, readonly string[]>> = {
  chat: ['bozzetto.chat-list', 'bozzetto.draft.new', 'bozzetto.draft.new.files'],
  studio: ['bozzetto.studio'],
  library: ['bozzetto.library-view', 'bozzetto.library-sort'],
  'library-empty': [],
}

/**
 * Returns whether this browser shows the view first. A service worker without a connection returns
 * the same page for all addresses.
 * @param address path and query of the page, without the base path.
 */
export function canShowView(view: FirstView, address: string): boolean {
  if (address !== firstViewPaths[view]) return false
  // Beside the models, a wide page shows folders and filters, which the view does not contain.
  if (view.startsWith('library') && matchMedia('(min-width: 64rem)').matches) return false
  try {
    return changedBy[view].every((key) => localStorage.getItem(key) === null)
  } catch {
    // The browser forbids storage, so nothing is stored.
    return true
  }
}
