import { createContext, use } from 'react'

/** Text without Markdown syntax that is put into the page without React while an answer grows. */
export type LiveText = {
  read: () => string
  show: (text: string) => void
  attach: (element: Element | null) => void
}

/** Creates the live text of one Markdown text, which has at most one element for it. */
export function createLiveText(): LiveText {
  let shown = ''
  let element: Element | null = null
  return {
    read: () => shown,
    show(text) {
      const node = element?.lastChild
      // Browsers lay out an appended text faster than a new one.
      if (node instanceof Text && text.startsWith(node.data)) {
        node.appendData(text.slice(node.data.length))
      } else if (element) element.textContent = text
      shown = text
    },
    attach(next) {
      element = next
      if (element) element.textContent = shown
    },
  }
}

export const LiveTextContext = createContext(createLiveText())

/** Renders the element of the live text. React leaves the element's content unchanged. */
export function LiveTextView() {
  const { attach } = use(LiveTextContext)
  return <span ref={attach} />
}
