import { loadMessages } from './load-messages.ts'
import { loadSentences } from './load-sentences.ts'

export { t } from '#lib/language/translate.ts'
export { rich } from './rich.ts'

await loadMessages(
  import.meta.glob<Record<string, string>>('./messages/*/app.json', { import: 'default' }),
)
// Nothing waits for them here: the first sentences of the server come after a request.
void loadSentences()
