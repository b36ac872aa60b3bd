import { toFolded } from '#lib/fold-text.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ChatModel } from '#contract/models.ts'
import { describeMakeup, formatCount } from '#lib/format.ts'
import { assetsKey } from '#queries/assets.ts'
import { t } from '#languages/app.ts'
import { getMentionQuery, withMention } from '../prompts/mention.ts'
import type { SlashCommand } from '../prompts/slash.ts'

const shownMax = 6

export type MentionedAssistants = {
  assistants: readonly ChatModel[]
  onAssistant: (modelId: string) => void
}

export function useMentions(
  text: string,
  write: (text: string) => void,
  { assistants, onAssistant }: MentionedAssistants,
): SlashCommand[] {
  const words = getMentionQuery(text)
  const { data } = useQuery({
    queryKey: [...assetsKey, 'mention', words],
    queryFn: async ({ signal }) => {
      const { listAssets } = await import('#api/library.ts')
      return listAssets({ search: words === '' ? undefined : words, limit: shownMax }, signal)
    },
    enabled: words !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  if (words === undefined) return []
  const called = assistants
    .filter(({ name }) => toFolded(name).includes(toFolded(words)))
    .slice(0, shownMax)
    .map(({ id, name, description }) => ({
      id,
      name,
      hint: description || t('Assistant'),
      onRun: () => {
        write(text.slice(0, text.lastIndexOf('@')))
        onAssistant(id)
      },
    }))
  const models = data?.assets.map(({ id, name, stats }) => ({
    id,
    name,
    hint: stats ? describeMakeup(stats, formatCount) : '',
    onRun: () => write(withMention(text, { id, name })),
  }))
  return [...called, ...(models ?? [])]
}
