import * as z from 'zod/mini'
import { attachmentSchema, attachmentsMax, type Attachment } from '#contract/chat/chat.ts'

const keyOf = (conversationId: string | undefined) => `bozzetto.draft.${conversationId ?? 'new'}`

/** Returns the stored draft. If storage is full or forbidden, drafts last until the page closes. */
export function readDraft(conversationId: string | undefined): string {
  try {
    return localStorage.getItem(keyOf(conversationId)) ?? ''
  } catch (error) {
    console.warn('Drafts cannot be read.', error)
    return ''
  }
}

/** Stores the draft in this browser; blank text deletes it. */
export function saveDraft(conversationId: string | undefined, text: string): void {
  try {
    if (text.trim() === '') localStorage.removeItem(keyOf(conversationId))
    else localStorage.setItem(keyOf(conversationId), text)
  } catch (error) {
    console.warn('The draft is not saved.', error)
  }
}

const filesKeyOf = (conversationId: string | undefined) => `${keyOf(conversationId)}.files`

const attachmentsSchema = z.array(attachmentSchema).check(z.maxLength(attachmentsMax))

/** Returns the uploaded files of a draft. */
export function readDraftFiles(conversationId: string | undefined): Attachment[] {
  try {
    const stored = localStorage.getItem(filesKeyOf(conversationId))
    return stored === null ? [] : attachmentsSchema.parse(JSON.parse(stored))
  } catch (error) {
    console.warn('The files of a draft cannot be read.', error)
    return []
  }
}

/** Stores which files belong to the draft; an empty list deletes them. */
export function saveDraftFiles(
  conversationId: string | undefined,
  attachments: readonly Attachment[],
): void {
  try {
    if (attachments.length === 0) localStorage.removeItem(filesKeyOf(conversationId))
    else localStorage.setItem(filesKeyOf(conversationId), JSON.stringify(attachments))
  } catch (error) {
    console.warn('The files of the draft are not saved.', error)
  }
}
