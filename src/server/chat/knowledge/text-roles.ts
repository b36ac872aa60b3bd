type Role = 'question' | 'passage'

/**
 * Prefixes from the model cards. These models were trained with them, and retrieval is noticeably
 * worse without them.
 */
const roles: readonly { model: RegExp; question: string; passage: string }[] = [
  { model: /nomic-embed-text/i, question: 'search_query: ', passage: 'search_document: ' },
  { model: /(^|[-_/])e5-(?!mistral)/i, question: 'query: ', passage: 'passage: ' },
  {
    model: /embeddinggemma/i,
    question: 'task: search result | query: ',
    passage: 'title: none | text: ',
  },
  {
    model: /mxbai-embed|snowflake-arctic-embed(?!2)/i,
    question: 'Represent this sentence for searching relevant passages: ',
    passage: '',
  },
]

/** Adds the prefix that the model expects. */
export function inRole(model: string, role: Role, text: string): string {
  const known = roles.find((entry) => entry.model.test(model))
  return known ? known[role] + text : text
}
