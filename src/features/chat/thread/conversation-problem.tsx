import MessageCircleOff from 'lucide-react/icons/message-circle-off'
import { ApiError } from '#api/http/errors.ts'
import { explainError } from '#lib/explain.ts'
import { Button } from '#ui/actions/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { t } from '#languages/app.ts'

type ConversationProblemProps = { error: Error; onRetry: () => void; onNew: () => void }

export function ConversationProblem({ error, onRetry, onNew }: ConversationProblemProps) {
  const isGone = error instanceof ApiError && ['not_found', 'bad_request'].includes(error.code)
  return (
    <div className="grid flex-1 place-items-center overflow-y-auto" role="alert">
      <EmptyState
        icon={<MessageCircleOff />}
        title={isGone ? t('Chat not found') : t('Could not load this chat')}
        action={
          <>
            {!isGone && <Button onClick={onRetry}>{t('Try again')}</Button>}
            <Button variant="primary" onClick={onNew}>
              {t('Start a new chat')}
            </Button>
          </>
        }
      >
        {isGone
          ? t('It may have been deleted, or the address is incomplete.')
          : explainError(error)}
      </EmptyState>
    </div>
  )
}
