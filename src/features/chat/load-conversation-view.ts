export const loadConversationView = async () =>
  (await import('./conversation-view.tsx')).ConversationView
