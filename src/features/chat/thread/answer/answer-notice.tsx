import { translateFailure } from '#lib/language/translate-sentence.ts'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import Hourglass from 'lucide-react/icons/hourglass'
import { use, useState, type ReactNode } from 'react'
import type { Message } from '#contract/chat/chat.ts'
import { toAnswerEnd, type AnswerEnd } from '#lib/answer-end.ts'
import { Button } from '#ui/actions/button.tsx'
import { cn } from '#ui/cn.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/app.ts'
import type { AnswerSnapshot } from '../../runs/answer-store.ts'
import { copyText } from '../../markdown/copy/copy-button.tsx'
import type { FollowedRun } from '../../runs/followed-run.ts'
import { RetryCountdown } from './retry-countdown.tsx'
import { retryAtMs } from '../../runs/retry-plan.ts'
import { BusyContext, ReadOnlyContext, useThreadActions } from '../thread-actions.ts'

type AnswerNoticeProps = { message: Message; answer: AnswerSnapshot; live: FollowedRun | undefined }

export function AnswerNotice({ message, answer, live }: AnswerNoticeProps) {
  const { askAgain, goOn } = useThreadActions()
  const { status, run } = answer
  const hasText = answer.text.text !== ''
  const again = <IdleButton onClick={() => askAgain(message)}>{t('Regenerate')}</IdleButton>
  const more = <IdleButton onClick={() => goOn(message)}>{t('Continue')}</IdleButton>
  if (status === 'completed') {
    const end = toAnswerEnd(run?.finishReason)
    if (end !== 'usual') {
      const isFinal = end === 'filter' || !hasText
      return <Notice text={incompleteText(end, run?.finishReason)}>{isFinal ? again : more}</Notice>
    }
    const isReasoningOnly = !hasText && answer.reasoning.text !== ''
    return isReasoningOnly ? (
      <Notice text={t('The model sent its reasoning, but no answer.')}>{again}</Notice>
    ) : null
  }
  if (status === 'stopped') {
    return (
      <Notice text={hasText ? t('Stopped.') : t('Stopped before the answer began.')}>
        {hasText ? more : again}
      </Notice>
    )
  }
  if (status === 'interrupted') {
    return (
      <Notice
        text={
          hasText
            ? t('The server stopped during this answer. The text so far is saved.')
            : t('The server stopped before any of this answer was saved.')
        }
      >
        {hasText && more}
        {again}
      </Notice>
    )
  }
  if (status !== 'failed') return null
  return <Failed message={message} answer={answer} live={live} />
}

type IdleButtonProps = { onClick: () => void; children: ReactNode }

/** Button that is disabled while another answer is written. */
const IdleButton = ({ onClick, children }: IdleButtonProps) => (
  <Button size="sm" disabled={use(BusyContext)} onClick={onClick}>
    {children}
  </Button>
)

function incompleteText(
  end: Exclude<AnswerEnd, 'usual'>,
  finishReason: string | undefined,
): string {
  switch (end) {
    case 'length':
      return t('The answer reached the maximum length and was cut off.')
    case 'filter':
      return t('The service’s content filter cut this answer off.')
    case 'error':
      return t(
        'The service reported a problem ({finishReason}), so this answer may be incomplete.',
        { finishReason },
      )
    case 'unknown':
      return t('The service ended this answer with “{finishReason}”, so it may be incomplete.', {
        finishReason,
      })
  }
}

function Failed({ message, answer, live }: AnswerNoticeProps) {
  const { askAgain, goOn, retry, takeBack } = useThreadActions()
  const isBusy = use(BusyContext)
  const { failure, run } = answer
  const [seenAtMs] = useState(Date.now)
  const [isCancelled, setIsCancelled] = useState(false)
  // This page does not know how the run ended. A retry therefore sends the same request again.
  const isOurs = live !== undefined && (run === undefined || run.status === 'running')
  const hasText = answer.text.text !== ''
  const tryAgain = () => {
    if (isOurs) retry()
    // Replaces the failed answer, so that failed attempts do not accumulate.
    else goOn(message)
  }
  const text = translateFailure(failure) ?? t('The model could not answer.')
  const atMs = isBusy || isCancelled ? undefined : retryAtMs(failure, run, seenAtMs)
  const details = (
    <Button size="sm" variant="ghost" onClick={() => copyDetails(message, answer)}>
      {t('Copy details')}
    </Button>
  )
  if (atMs !== undefined) {
    return (
      <Notice icon={<Hourglass aria-hidden className="size-4 shrink-0 text-warning" />} text={text}>
        <RetryCountdown atMs={atMs} onRetry={tryAgain} onCancel={() => setIsCancelled(true)} />
        {details}
      </Notice>
    )
  }
  return (
    <Notice isDanger text={text}>
      <Button size="sm" disabled={isBusy && !isOurs} onClick={tryAgain}>
        {hasText ? t('Continue') : t('Try again')}
      </Button>
      {!isOurs && hasText && (
        <IdleButton onClick={() => askAgain(message)}>{t('Regenerate')}</IdleButton>
      )}
      {isOurs && run === undefined && live.question && (
        <Button size="sm" variant="ghost" onClick={takeBack}>
          {t('Edit')}
        </Button>
      )}
      {details}
    </Notice>
  )
}

type NoticeProps = { text: string; isDanger?: boolean; icon?: ReactNode; children: ReactNode }

const Notice = ({ text, isDanger = false, icon, children }: NoticeProps) => (
  <div
    className={cn(
      'mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border px-3 py-2 text-sm',
      isDanger ? 'border-transparent bg-danger-soft text-ink' : 'border-line text-ink-muted',
    )}
  >
    {isDanger ? <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" /> : icon}
    <span className="min-w-0 flex-1 basis-[min(100%,26rem)] [overflow-wrap:anywhere]">{text}</span>
    {!use(ReadOnlyContext) && (
      <span className="flex flex-wrap items-center gap-1.5">{children}</span>
    )}
  </div>
)

function copyDetails({ id, conversationId }: Message, { failure, run }: AnswerSnapshot): void {
  const details = { conversationId, answerId: id, failure, run, copiedAt: new Date().toISOString() }
  copyText(JSON.stringify(details, undefined, 2)).then(
    () => showToast({ title: t('Details copied.'), kind: 'success' }),
    () => showToast({ title: t('Your browser blocked copying.'), kind: 'error' }),
  )
}
