type Role = 'question' | 'passage'

/**
 * Prefixes that embedding models need before questions and passages, according to their model
 * cards. Without its prefix, a model finds noticeably worse passages.
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

/** Adds the prefix that the model expects before a question or a passage. */
export function inRole(model: string, role: Role, text: string): string {
  const known = roles.find((entry) => entry.model.test(model))
  return known ? known[role] + text : text
}
