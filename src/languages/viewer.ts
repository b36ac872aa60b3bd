import { loadMessages } from './load-messages.ts'

export { t } from '#lib/language/translate.ts'

await loadMessages(
  import.meta.glob<Record<string, string>>('./messages/*/viewer.json', { import: 'default' }),
)
