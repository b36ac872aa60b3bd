import { idSchema } from '#contract/id.ts'
import { shareTokenSchema } from '#contract/sharing/share-token.ts'

/** Where a person can be, read from the address. */
export type Place =
  | { name: 'chat'; conversationId: string | undefined; isTemporary?: true }
  | { name: 'studio'; assetId: string | undefined }
  | { name: 'library'; assetId: string | undefined }
  | { name: 'settings'; page: 'settings' | 'reference' }
  | { name: 'viewer' }
  | { name: 'compare' }
  | { name: 'phone' }
  | { name: 'share'; token: string }
  | { name: 'shared-chat'; token: string }
  | { name: 'invitation'; token: string }
  | { name: 'nowhere' }

/** The places of the navigation. */
export type PlaceName = Exclude<
  Place['name'],
  'viewer' | 'compare' | 'phone' | 'share' | 'shared-chat' | 'invitation' | 'nowhere'
>

/**
 * `/` is the studio and `/asset/:id` the studio with that asset in it; then `/chat`, `/chat/:id`, `/chat/temporary`,
 * `/library` and `/library/:id`; `/settings`, and `/docs/api` with the reference that belongs there;
 * `/view` for files from the person's own disk, `/compare?assets=…` for models side by side,
 * `/phone?code=…` for a phone's camera.
 * `/share/:token` and `/share/chat/:token` are what somebody with a link sees, `/invitation/:token` who is invited. Everything else is nowhere.
 */
export function placeOf(path: string): Place {
  const [first, second, ...rest] = path.split('/').filter(Boolean)
  if (first === 'share' && second === 'chat' && rest.length === 1) {
    const [token = ''] = rest
    return shareTokenSchema.safeParse(token).success
      ? { name: 'shared-chat', token }
      : { name: 'nowhere' }
  }
  if (rest.length > 0) return { name: 'nowhere' }
  if (first === 'settings' && second === undefined) return { name: 'settings', page: 'settings' }
  if (first === 'view' && second === undefined) return { name: 'viewer' }
  if (first === 'compare' && second === undefined) return { name: 'compare' }
  if (first === 'phone' && second === undefined) return { name: 'phone' }
  if (first === 'docs' && second === 'api') return { name: 'settings', page: 'reference' }
  if (first === 'share') {
    return shareTokenSchema.safeParse(second).success && second !== undefined
      ? { name: 'share', token: second }
      : { name: 'nowhere' }
  }
  if (first === 'invitation' && second !== undefined) {
    return { name: 'invitation', token: second }
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

/** Where an address leads that is written otherwise here: the studio's is `/`, which nobody guesses. */
export function redirectOf(path: string): string | undefined {
  return path.split('/').filter(Boolean).join('/') === 'studio' ? '/' : undefined
}
