const all = ['chat'] as const

/** Cache keys of the chat, by which what changed elsewhere is found. */
export const chatKeys = {
  all,
  /** Every list of conversations begins with it. */
  conversations: [...all, 'conversations'] as const,
  conversation: (id: string) => [...all, 'conversation', id] as const,
  folders: [...all, 'folders'] as const,
  /** Tools that models may be offered. */
  tools: [...all, 'tools'] as const,
  /** Of mutations that change where a conversation stands, which the lists show at once. */
  change: [...all, 'change'] as const,
}
