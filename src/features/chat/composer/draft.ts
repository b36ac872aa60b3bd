import * as z from 'zod/mini'
import { attachmentSchema, attachmentsMax, type Attachment } from '#contract/chat/chat.ts'
import { createBrowserSetting, type BrowserSetting } from '#lib/browser/browser-setting.ts'

const getKey = (conversationId: string | undefined) => `bozzetto.draft.${conversationId ?? 'new'}`

/**
 * Returns the browser setting with the draft of a conversation. Writing blank text deletes the
 * draft.
 */
export const getDraftSetting = (conversationId: string | undefined): BrowserSetting<string> =>
  createBrowserSetting({
    key: getKey(conversationId),
    fallback: '',
    parse: (text) => text,
    format: (text) => (text.trim() === '' ? undefined : text),
  })

const attachmentsSchema = z.array(attachmentSchema).check(z.maxLength(attachmentsMax))

/**
 * Returns the browser setting with the uploaded files of a draft. Writing an empty list deletes the
 * setting.
 */
export const getDraftFilesSetting = (
  conversationId: string | undefined,
): BrowserSetting<readonly Attachment[]> =>
  createBrowserSetting<readonly Attachment[]>({
    key: `${getKey(conversationId)}.files`,
    fallback: [],
    parse: (text) => attachmentsSchema.parse(JSON.parse(text)),
    format: (files) => (files.length === 0 ? undefined : JSON.stringify(files)),
  })

/** Adds files to the draft of the new chat. */
export function addDraftFiles(files: readonly Attachment[]): void {
  const setting = getDraftFilesSetting(undefined)
  setting.write([...setting.read(), ...files].slice(0, attachmentsMax))
}
