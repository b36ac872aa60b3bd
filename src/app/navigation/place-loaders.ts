import type { QueryClient } from '@tanstack/react-query'
import { loadEmptyCanvas } from '#features/studio/canvas/load-empty-canvas.ts'
import { modelsQuery } from '#queries/models.ts'
import { loadCode } from '#ui/layout/loaded-code.ts'

export const placeLoaders = {
  chat: async () => (await import('#features/chat/chat.tsx')).ChatView,
  studio: async () => (await import('#features/studio/studio.tsx')).StudioView,
  library: async () => (await import('#features/library/library.tsx')).Library,
  settings: async () => (await import('#features/settings/settings.tsx')).Settings,
}

const prefetchModels = (client: QueryClient): Promise<void> => client.prefetchQuery(modelsQuery())

type LoadData = (client: QueryClient, path: string) => Promise<unknown>

/** Load what the first view of a page needs besides the page's code. */
export const placeData: Readonly<Record<string, LoadData>> = {
  chat: prefetchModels,
  studio: (client, path) =>
    Promise.all([prefetchModels(client), path === '/' && loadCode(loadEmptyCanvas)]),
  library: async (client) =>
    (await import('#features/library/library.tsx')).prefetchLibrary(client),
}
