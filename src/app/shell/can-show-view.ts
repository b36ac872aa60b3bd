import { firstViewPaths, type FirstView } from '#lib/first-view.ts'

/** Keys of browser settings that change a first view. */
const changedBy: Readonly<Record<FirstView, readonly string[]>> = {
  chat: ['bozzetto.chat-list', 'bozzetto.draft.new', 'bozzetto.draft.new.files'],
}

/**
 * Returns whether this browser shows the view first. A service worker without a connection returns
 * the same page for all addresses.
 * @param address path and query of the page, without the base path.
 */
export function canShowView(view: FirstView, address: string): boolean {
  try {
    return (
      address === firstViewPaths[view] &&
      changedBy[view].every((key) => localStorage.getItem(key) === null)
    )
  } catch {
    // The browser forbids storage, so nothing is stored.
    return address === firstViewPaths[view]
  }
}
