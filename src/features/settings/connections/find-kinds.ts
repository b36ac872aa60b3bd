import type { ConnectionKind } from '#contract/connections.ts'
import { createWordFilter, toFolded } from '#lib/fold-text.ts'
import { t } from '#languages/settings.ts'

export type KindGroup = { title: string; kinds: ConnectionKind[] }

export type KindCategory = 'popular' | 'local' | 'cloud' | '3d' | 'web' | 'voice' | 'address'

export const kindCategories: readonly { id: KindCategory; title: string }[] = [
  { id: 'popular', title: t('Popular') },
  { id: 'local', title: t('On your machines') },
  { id: 'cloud', title: t('In the cloud') },
  { id: '3d', title: t('Makes 3D') },
  { id: 'web', title: t('Searches the web') },
  { id: 'voice', title: t('Listens and speaks') },
  { id: 'address', title: t('By its address') },
]

const isIn: Record<Exclude<KindCategory, 'popular'>, (kind: ConnectionKind) => boolean> = {
  local: ({ group }) => group === 'local',
  cloud: ({ group, offers }) => group === 'cloud' && offers.includes('chat'),
  '3d': ({ offers }) => offers.includes('3d'),
  web: ({ offers }) => offers.includes('web'),
  voice: ({ offers }) => offers.includes('voice'),
  address: ({ group }) => group === 'custom',
}

const popularIds: readonly { title: string; ids: readonly string[] }[] = [
  { title: t('One key, many models'), ids: ['anthropic', 'openai', 'gemini', 'openrouter'] },
  {
    title: t('A server of your own'),
    ids: ['ollama', 'lm-studio', 'llama-cpp', 'openai-compatible'],
  },
  { title: t('For better 3D'), ids: ['fal', 'tripo', 'meshy', 'comfyui', 'hunyuan3d-server'] },
  { title: t('So that answers can look things up'), ids: ['searxng', 'brave-search', 'tavily'] },
]

/** Returns the providers of a category. Popular providers are grouped by purpose. */
export function listKinds(kinds: readonly ConnectionKind[], category: KindCategory): KindGroup[] {
  if (category !== 'popular') {
    const { title } = kindCategories.find(({ id }) => id === category) ?? { title: '' }
    return withoutEmpty([{ title, kinds: kinds.filter(isIn[category]) }])
  }
  const listed = popularIds.flatMap(({ ids }) => ids)
  return withoutEmpty([
    ...popularIds.map(({ title, ids }) => ({
      title,
      kinds: ids.flatMap((id) => kinds.filter((kind) => kind.id === id)),
    })),
    {
      title: t('By its address'),
      kinds: kinds.filter((kind) => isIn.address(kind) && !listed.includes(kind.id)),
    },
  ])
}

export function findKinds(kinds: readonly ConnectionKind[], query: string): KindGroup[] {
  const hasWords = createWordFilter(query)
  const found = kinds.filter(({ id, name, about, offers }) =>
    hasWords(toFolded(`${id} ${name} ${about} ${offers.join(' ')}`)),
  )
  return withoutEmpty([{ title: t('Found services'), kinds: found }])
}

const withoutEmpty = (groups: KindGroup[]) => groups.filter(({ kinds }) => kinds.length > 0)
