import ChevronDown from 'lucide-react/icons/chevron-down'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pencil from 'lucide-react/icons/pencil'
import GitBranch from 'lucide-react/icons/git-branch'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Volume2 from 'lucide-react/icons/volume-2'
import VolumeOff from 'lucide-react/icons/volume-off'
import { use } from 'react'
import { isRunActive, type Message } from '#contract/chat/chat.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { cn } from '#ui/cn.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import type { OverlayTriggerProps } from '#ui/overlays/overlay-trigger.ts'
import { t } from '#languages/app.ts'
import { RatingsContext } from '../../ratings/ratings-context.ts'
import { AnswerInfo } from './answer-info.tsx'
import { formatLeftOut } from './left-out-text.ts'
import type { AnswerSnapshot } from '../../runs/answer-store.ts'
import { CopyButton } from '../../markdown/copy/copy-button.tsx'
import type { ReadText } from '../../voice/read-answer.ts'
import { toggleReading, useReading } from '../../voice/reading-store.ts'
import { BusyContext, ReadOnlyContext, useThreadActions } from '../thread-actions.ts'

const loadRating = async () => (await import('../../ratings/rating-buttons.tsx')).RatingButtons

type AnswerFooterProps = {
  message: Message
  answer: AnswerSnapshot
}

export function AnswerFooter({ message, answer }: AnswerFooterProps) {
  const { text, run } = answer
  const { conversationId: rated } = use(RatingsContext)
  const leftOut = formatLeftOut(run?.leftOut)
  return (
    <footer className="@container/answer mt-1.5 -ms-1.5 flex min-h-7 flex-wrap items-center gap-x-0.5">
      {text.text !== '' && (
        <CopyButton
          label={t('Copy answer')}
          text={() => text.text}
          drawn={(button) => button.closest('article')?.querySelector(':scope > .markdown')}
        />
      )}
      {text.text !== '' && (
        <ReadAloudButton id={message.id} readText={() => ({ text: text.text, isDone: true })} />
      )}
      {!use(ReadOnlyContext) && <ChangeButtons message={message} />}
      {run && <AnswerInfo run={run} />}
      {rated !== undefined && run && !isRunActive(run) && (
        <Loaded load={loadRating} props={{ answerId: message.id, conversationId: rated }} />
      )}
      {leftOut !== '' && (
        <p className="ms-2 text-xs text-ink-muted">
          {t('The model does not take every setting ({leftOut})', { leftOut })}
        </p>
      )}
    </footer>
  )
}

function ReadAloudButton({ id, readText }: { id: string; readText: ReadText }) {
  const isReading = useReading(({ reading }) => reading?.id === id)
  return (
    <IconButton
      size="sm"
      label={isReading ? t('Stop reading') : t('Read aloud')}
      icon={isReading ? <VolumeOff aria-hidden /> : <Volume2 aria-hidden />}
      onClick={() => toggleReading(id, readText)}
    />
  )
}

// The buttons of all answers render when an answer starts or ends. Constant icons do not.
const icons = {
  refresh: <RefreshCw aria-hidden />,
  chevron: <ChevronDown aria-hidden />,
  pencil: <Pencil aria-hidden />,
  branch: <GitBranch aria-hidden />,
  more: <Ellipsis aria-hidden />,
}

/** Rarer actions. Where all buttons would need two lines, these actions are in a menu. */
const wideOnly = '@max-md/answer:hidden'

const moreButton = (trigger: OverlayTriggerProps) => (
  <IconButton
    {...trigger}
    size="sm"
    label={t('More for this answer')}
    icon={icons.more}
    className="@md/answer:hidden"
  />
)

function ChangeButtons({ message }: { message: Message }) {
  const { askAgain, askAnother, branch, edit } = useThreadActions()
  const isFixed = use(BusyContext) || message.parentId === undefined
  const rarer = [
    {
      label: t('Regenerate with another model'),
      icon: icons.chevron,
      className: '-ms-1 w-5!',
      onSelect: () => askAnother(message),
    },
    {
      label: t('Edit answer'),
      icon: icons.pencil,
      onSelect: () => edit(message.id),
    },
    {
      label: t('Continue in a new chat'),
      icon: icons.branch,
      onSelect: () => branch(message),
    },
  ]
  return (
    <>
      <IconButton
        size="sm"
        label={t('Regenerate')}
        disabled={isFixed}
        icon={icons.refresh}
        onClick={() => askAgain(message)}
      />
      {rarer.map(({ label, icon, className, onSelect }) => (
        <IconButton
          key={label}
          size="sm"
          label={label}
          disabled={isFixed}
          icon={icon}
          className={cn(wideOnly, className)}
          onClick={onSelect}
        />
      ))}
      <Menu
        align="start"
        trigger={moreButton}
        items={rarer.map(({ label, icon, onSelect }) => ({
          label,
          icon,
          onSelect,
          isDisabled: isFixed,
        }))}
      />
    </>
  )
}
