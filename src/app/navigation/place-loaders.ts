export const placeLoaders = {
  chat: async () => (await import('#features/chat/chat.tsx')).ChatView,
  studio: async () => (await import('#features/studio/studio.tsx')).StudioView,
  library: async () => (await import('#features/library/library.tsx')).Library,
  settings: async () => (await import('#features/settings/settings.tsx')).Settings,
}
