import { loadMessages } from './load-messages.ts'
import './sentences.ts'

export { t } from '#lib/language/translate.ts'

await loadMessages(
  import.meta.glob<Record<string, string>>('./messages/*/viewer.json', { import: 'default' }),
)
