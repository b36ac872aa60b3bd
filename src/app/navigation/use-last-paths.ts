import { useState } from 'react'
import type { AppPlace, PlaceName } from './routes.ts'

type LastPaths = Readonly<Record<PlaceName, string>>

/** Remembers the last address of each place, so that its link returns there. */
export function useLastPaths(name: AppPlace['name'], path: string): LastPaths {
  const [paths, setPaths] = useState<LastPaths>({
    chat: '/chat',
    studio: '/',
    library: '/library',
    settings: '/settings',
  })
  // Do not store an address for pages without a navigation link, or for the settings: their link
  // always opens the main settings page, from which each subpage is one click away.
  if (name === 'viewer' || name === 'compare' || name === 'phone') return paths
  if (name === 'share' || name === 'shared-chat' || name === 'invitation') return paths
  if (name === 'nowhere' || name === 'welcome' || name === 'settings' || paths[name] === path)
    return paths
  const next = { ...paths, [name]: path }
  setPaths(next)
  return next
}
