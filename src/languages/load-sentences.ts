import { addSentences } from '#lib/language/translate-sentence.ts'
import { loadMessages } from './load-messages.ts'

let loading: Promise<void> | undefined

/** Loads the sentences of the server in the language of this page, once. */
export const loadSentences = (): Promise<void> =>
  (loading ??= loadMessages(
    import.meta.glob<Record<string, string>>('./messages/*/server.json', { import: 'default' }),
    addSentences,
  ))
