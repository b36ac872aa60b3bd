const all = ['chat'] as const

export const chatKeys = {
  all,
  conversations: [...all, 'conversations'] as const,
  conversation: (id: string) => [...all, 'conversation', id] as const,
  folders: [...all, 'folders'] as const,
  tools: [...all, 'tools'] as const,
  schedules: [...all, 'schedules'] as const,
  assistants: [...all, 'assistants'] as const,
  /**
   * Key of mutations that move a conversation to another list, which the lists show before the
   * server has answered.
   */
  change: [...all, 'change'] as const,
}
