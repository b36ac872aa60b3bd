import { loadMessages } from './load-messages.ts'

let loading: Promise<void> | undefined

/** Loads the sentences of the server in the language of this page, once. */
export const loadSentences = (): Promise<void> =>
  (loading ??= loadMessages(
    import.meta.glob<Record<string, string>>('./messages/*/server.json', { import: 'default' }),
    async (sentences) =>
      (await import('#lib/language/sentence-templates.ts')).addSentences(sentences),
  ))
