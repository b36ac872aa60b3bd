import { loadMessages } from './load-messages.ts'
import './sentences.ts'

export { t } from '#lib/language/translate.ts'
export { rich } from './rich.ts'

await loadMessages(
  import.meta.glob<Record<string, string>>('./messages/*/studio.json', { import: 'default' }),
)
