const keyOf = (conversationId: string | undefined) => `bozzetto.draft.${conversationId ?? 'new'}`

/** Storage can be full or forbidden; a draft is then kept only as long as the page lives. */
export function readDraft(conversationId: string | undefined): string {
  try {
    return localStorage.getItem(keyOf(conversationId)) ?? ''
  } catch (error) {
    console.warn('Drafts cannot be read.', error)
    return ''
  }
}

export function saveDraft(conversationId: string | undefined, text: string): void {
  try {
    if (text.trim() === '') localStorage.removeItem(keyOf(conversationId))
    else localStorage.setItem(keyOf(conversationId), text)
  } catch (error) {
    console.warn('The draft is not saved.', error)
  }
}
