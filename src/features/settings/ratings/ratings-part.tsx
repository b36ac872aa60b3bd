import { formatPercent } from '#lib/format.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column'
import Download from 'lucide-react/icons/download'
import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import {
  deleteAllRatings,
  deleteAllVotes,
  getRatingSummary,
  toRatingsUrl,
} from '#api/chat/ratings.ts'
import type { ModelRatings } from '#contract/chat/ratings.ts'
import { explainError } from '#lib/explain.ts'
import { computeWinShare } from '#lib/win-share.ts'
import { chatKeys } from '#queries/chat-keys.ts'
import { modelsQuery } from '#queries/models.ts'
import { withClient } from '#queries/with-client.ts'
import { Button } from '#ui/actions/button.tsx'
import { EmptyRow } from '#ui/feedback/empty-row.tsx'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import type { OverlayTriggerProps } from '#ui/overlays/overlay-trigger.ts'
import { Menu } from '#ui/overlays/menu.tsx'
import { t } from '#languages/settings.ts'
import { cardClass } from '../layout/card-class.ts'
import { SettingsPart } from '../layout/part.tsx'
import { useLastDefined } from '../layout/use-last-defined.ts'

const queryKey = [...chatKeys.all, 'ratings']
/** With fewer votes than this, the order of the models may be random. */
const fewVotes = 20

const deletions = {
  votes: { title: t('Delete all votes?'), run: deleteAllVotes },
  ratings: { title: t('Delete all ratings?'), run: deleteAllRatings },
} as const

export function RatingsPart() {
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => getRatingSummary(signal),
    staleTime: 0,
  })
  const [doomed, setDoomed] = useState<keyof typeof deletions>()
  const shown = useLastDefined(doomed)
  const remove = useMutation({
    mutationFn: (what: keyof typeof deletions) => deletions[what].run(),
    onSuccess: withClient((client) => client.invalidateQueries({ queryKey: chatKeys.all })),
    onError: reportFailure(t('Could not delete them')),
  })
  const isEmpty = data?.votes === 0 && data.ratings === 0
  return (
    <SettingsPart
      id="ratings"
      title={t('Ratings')}
      about={t('Your votes on compared answers, and the thumbs below answers. Only you see them.')}
      action={
        data &&
        !isEmpty && (
          <Actions hasVotes={data.votes > 0} hasRatings={data.ratings > 0} onDelete={setDoomed} />
        )
      }
    >
      {error && (
        <p role="alert" className={`${cardClass} px-4 py-3 text-danger`}>
          {explainError(error)}
        </p>
      )}
      {isEmpty && (
        <EmptyRow icon={<ChartNoAxesColumn />} title={t('None yet')}>
          {t(
            'Compare models in a chat and choose the best answer, or rate an answer with its thumbs.',
          )}
        </EmptyRow>
      )}
      {data && !isEmpty && (
        <>
          <Leaderboard models={data.models} />
          <p className="text-xs text-pretty text-ink-muted">{describeCertainty(data.votes)}</p>
        </>
      )}
      <ConfirmDialog
        isOpen={doomed !== undefined}
        onClose={() => setDoomed(undefined)}
        onConfirm={() => {
          if (doomed) remove.mutate(doomed)
          setDoomed(undefined)
        }}
        isDangerous
        title={deletions[shown ?? 'votes'].title}
        description={t('This cannot be undone. The answers stay.')}
        confirmLabel={t('Delete')}
      />
    </SettingsPart>
  )
}

const exportButton = (trigger: OverlayTriggerProps) => (
  <Button {...trigger} icon={<Download aria-hidden />}>
    {t('Export')}
  </Button>
)

const deleteButton = (trigger: OverlayTriggerProps) => (
  <Button {...trigger} variant="ghost" icon={<Trash2 aria-hidden />}>
    {t('Delete')}
  </Button>
)

type ActionsProps = {
  hasVotes: boolean
  hasRatings: boolean
  onDelete: (what: keyof typeof deletions) => void
}

const Actions = ({ hasVotes, hasRatings, onDelete }: ActionsProps) => (
  <span className="flex flex-wrap gap-2">
    <Menu
      align="end"
      trigger={exportButton}
      items={[
        { label: t('As a table (CSV)'), href: toRatingsUrl('csv'), download: true },
        { label: t('As JSON Lines'), href: toRatingsUrl('jsonl'), download: true },
      ]}
    />
    <Menu
      align="end"
      trigger={deleteButton}
      items={[
        { label: t('All votes…'), isDisabled: !hasVotes, onSelect: () => onDelete('votes') },
        { label: t('All ratings…'), isDisabled: !hasRatings, onSelect: () => onDelete('ratings') },
      ]}
    />
  </span>
)

function describeCertainty(votes: number): string {
  if (votes === 0) return t('No votes yet: compare models in a chat and choose the best answer.')
  const counted = `${t('{votes, plural, one {# vote} other {# votes}}', { votes })}.`
  const range = t('The range in brackets holds the true share of wins in 95 of 100 cases.')
  return votes < fewVotes
    ? t(
        '{counted} Too few to rank models: with less than {fewVotes} votes the order may be chance. {range}',
        { counted, fewVotes, range },
      )
    : `${counted} ${range}`
}

const cellClass = 'px-3 py-2 text-end tabular-nums whitespace-nowrap'

function Leaderboard({ models }: { models: readonly ModelRatings[] }) {
  const { data } = useQuery(modelsQuery())
  const nameOf = (id: string) => data?.models.find((one) => one.id === id)?.name ?? id
  return (
    <section
      aria-label={t('Ratings by model')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll.
      tabIndex={0}
      className="card overflow-x-auto"
    >
      <table className="w-full text-xs">
        <thead className="text-ink-muted">
          <tr className="border-b border-line">
            <th scope="col" className="px-4 py-2 text-start font-medium">
              {t('Model')}
            </th>
            {[t('Wins'), t('Ties'), t('Votes'), t('Share of wins'), t('Good'), t('Bad')].map(
              (head) => (
                <th key={head} scope="col" className={`${cellClass} font-medium`}>
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {models.map(({ modelId, wins, ties, losses, good, bad }) => (
            <tr key={modelId}>
              <th
                scope="row"
                className="max-w-60 truncate px-4 py-2 text-start text-sm font-medium"
              >
                {nameOf(modelId)}
              </th>
              <td className={cellClass}>{wins}</td>
              <td className={cellClass}>{ties}</td>
              <td className={cellClass}>{wins + ties + losses}</td>
              <td className={cellClass}>{formatShare(wins, wins + ties + losses)}</td>
              <td className={cellClass}>{good}</td>
              <td className={cellClass}>{bad}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function formatShare(wins: number, votes: number): string {
  if (votes === 0) return '–'
  const { share, low, high } = computeWinShare(wins, votes)
  return `${formatPercent(share)} (${formatPercent(low)}–${formatPercent(high)})`
}
