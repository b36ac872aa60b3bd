import { memo, use, type ReactNode } from 'react'
import { AnswerView } from './answer/answer.tsx'
import { EditMessage } from './edit-message.tsx'
import type { FollowedRun } from '../runs/followed-run.ts'
import { QuestionView } from './question.tsx'
import type { Turn } from '../messages/thread.ts'
import { EditedContext, ThreadActionsContext } from './thread-actions.ts'
import { SummariesContext } from '../summaries/summaries-context.ts'
import { Loaded } from '#ui/layout/loaded.tsx'

const loadSummary = async () => (await import('../summaries/summary-block.tsx')).SummaryBlock

type ThreadRowProps = {
  turn: Turn
  live: FollowedRun | undefined
  comparison?: ReactNode
}

/**
 * Renders one message and the space above the message. The space is part of the row, so that the
 * row's measured height includes the space.
 */
export const ThreadRow = memo(function ThreadRow({ turn, live, comparison }: ThreadRowProps) {
  const { message, siblings } = turn
  const isEdited = use(EditedContext) === message.id
  const { summaries } = use(SummariesContext)
  const nameOfModel = use(ThreadActionsContext)?.nameOfModel
  const summary = summaries.find(({ untilId }) => untilId === message.id)
  return (
    <div
      data-row={message.id}
      data-role={message.role}
      className={message.role === 'user' ? 'pt-8' : 'pt-5'}
    >
      {comparison !== undefined ? (
        comparison
      ) : isEdited ? (
        <EditMessage message={message} />
      ) : message.role === 'user' ? (
        <QuestionView message={message} siblings={siblings} />
      ) : (
        <AnswerView message={message} siblings={siblings} live={live} />
      )}
      {summary && <Loaded load={loadSummary} props={{ summary, nameOfModel }} />}
    </div>
  )
})

export type RowsContext = {
  lives: readonly FollowedRun[]
  comparison: ReactNode
  comparedQuestionId: string | undefined
}

export const rowProps = (turn: Turn, { lives, comparison, comparedQuestionId }: RowsContext) => ({
  turn,
  live: lives.find(({ answer }) => answer.id === turn.message.id),
  comparison:
    comparedQuestionId !== undefined && turn.message.parentId === comparedQuestionId
      ? comparison
      : undefined,
})
