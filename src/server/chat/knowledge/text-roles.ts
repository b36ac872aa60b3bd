type Role = 'question' | 'passage'

/** What some models were trained to see before a text, by their cards; without it they find noticeably less. */
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

/** The text as its model wants it. */
export function inRole(model: string, role: Role, text: string): string {
  const known = roles.find((entry) => entry.model.test(model))
  return known ? known[role] + text : text
}
