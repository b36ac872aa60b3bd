const all = ['chat'] as const

/** Query keys of the chat, with which changes invalidate queries. */
export const chatKeys = {
  all,
  /** Prefix of all lists of conversations. */
  conversations: [...all, 'conversations'] as const,
  conversation: (id: string) => [...all, 'conversation', id] as const,
  folders: [...all, 'folders'] as const,
  /** Tools that may be offered to models. */
  tools: [...all, 'tools'] as const,
  /** Key of mutations that move a conversation, which the lists show at once. */
  change: [...all, 'change'] as const,
}
