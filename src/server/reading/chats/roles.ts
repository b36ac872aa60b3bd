/** Converts the role names of other programs. Unknown names count as the model's. */
export const toRole = (name: string): 'user' | 'assistant' =>
  /^(?:user|human|you|me|customer)$/i.test(name) ? 'user' : 'assistant'
