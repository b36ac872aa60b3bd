import {
  settingsPageIds,
  type SettingsPageId,
} from '#features/settings/navigation/settings-page-ids.ts'
import { idSchema } from '#contract/id.ts'
import { shareTokenSchema } from '#contract/sharing/share-token.ts'

export type AppPlace =
  | { name: 'chat'; conversationId: string | undefined; isTemporary?: true }
  | { name: 'chat'; page: 'assistants'; assistantId: string | undefined }
  | { name: 'studio'; assetId: string | undefined }
  | { name: 'library'; assetId: string | undefined }
  | { name: 'settings'; page: SettingsPageId | 'reference' | undefined }
  | { name: 'viewer' }
  | { name: 'compare' }
  | { name: 'phone' }
  | { name: 'share'; token: string }
  | { name: 'shared-chat'; token: string }
  | { name: 'invitation'; token: string }
  | { name: 'reset'; token: string }
  | { name: 'welcome' }
  | { name: 'nowhere' }

export type PlaceName = Exclude<
  AppPlace['name'],
  | 'viewer'
  | 'compare'
  | 'phone'
  | 'share'
  | 'shared-chat'
  | 'invitation'
  | 'reset'
  | 'welcome'
  | 'nowhere'
>

/**
 * Parses the path of a page. `/` is the studio, `/asset/:id` the studio with that asset, `/view`
 * the user's own files, `/compare?assets=…` a comparison of models, and `/phone?code=…` a phone's
 * camera. `/share/:token` and `/share/chat/:token` are share links.
 */
export function parsePlace(path: string): AppPlace {
  const [first, second, ...rest] = path.split('/').filter(Boolean)
  if (first === 'share' && second === 'chat' && rest.length === 1) {
    const [token = ''] = rest
    return shareTokenSchema.safeParse(token).success
      ? { name: 'shared-chat', token }
      : { name: 'nowhere' }
  }
  if (first === 'chat' && second === 'assistants') return parseAssistants(rest)
  if (rest.length > 0) return { name: 'nowhere' }
  if (first === 'settings') return parseSettings(second)
  if (first === 'welcome' && second === undefined) return { name: 'welcome' }
  if (first === 'view' && second === undefined) return { name: 'viewer' }
  if (first === 'compare' && second === undefined) return { name: 'compare' }
  if (first === 'phone' && second === undefined) return { name: 'phone' }
  if (first === 'docs' && second === 'api') return { name: 'settings', page: 'reference' }
  if (first === 'share') {
    return shareTokenSchema.safeParse(second).success && second !== undefined
      ? { name: 'share', token: second }
      : { name: 'nowhere' }
  }
  if ((first === 'invitation' || first === 'reset') && second !== undefined) {
    return { name: first, token: second }
  }
  if (first === undefined) return { name: 'studio', assetId: undefined }
  if (first === 'chat' && second === 'temporary') {
    return { name: 'chat', conversationId: undefined, isTemporary: true }
  }
  if (second !== undefined && !idSchema.safeParse(second).success) return { name: 'nowhere' }
  if (first === 'asset' && second !== undefined) return { name: 'studio', assetId: second }
  if (first === 'chat') return { name: 'chat', conversationId: second }
  if (first === 'library') return { name: 'library', assetId: second }
  return { name: 'nowhere' }
}

function parseAssistants([assistantId, ...rest]: readonly string[]): AppPlace {
  const isKnown =
    rest.length === 0 && (assistantId === undefined || idSchema.safeParse(assistantId).success)
  return isKnown ? { name: 'chat', page: 'assistants', assistantId } : { name: 'nowhere' }
}

function parseSettings(id: string | undefined): AppPlace {
  const page = settingsPageIds.find((one) => one === id)
  return id !== undefined && page === undefined ? { name: 'nowhere' } : { name: 'settings', page }
}

/** Returns the usual address for an alternative address, such as `/` for `/studio`. */
export function findRedirect(path: string): string | undefined {
  return path.split('/').filter(Boolean).join('/') === 'studio' ? '/' : undefined
}
