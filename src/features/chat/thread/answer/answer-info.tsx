import Info from 'lucide-react/icons/info'
import { useId, useState, type ToggleEvent } from 'react'
import type { Run } from '#contract/chat/chat.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { t } from '#languages/app.ts'
import { getAnswerFigures } from './answer-figures.ts'

const gapPx = 6
const widthPx = 232

export function AnswerInfo({ run }: { run: Run }) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const figures = getAnswerFigures(run)
  if (figures.length === 0) return null
  const place = ({ currentTarget, newState }: ToggleEvent<HTMLDivElement>) => {
    setIsOpen(newState === 'open')
    const button = document.querySelector(`[popovertarget="${CSS.escape(id)}"]`)
    if (newState !== 'open' || !button) return
    const { left, top } = button.getBoundingClientRect()
    const { style } = currentTarget
    style.left = `${Math.max(gapPx, Math.min(left, innerWidth - widthPx - gapPx))}px`
    style.bottom = `${innerHeight - top + gapPx}px`
  }
  return (
    <>
      <IconButton
        size="sm"
        label={t('Figures of this answer')}
        icon={<Info aria-hidden />}
        aria-expanded={isOpen}
        popoverTarget={id}
      />
      <div
        id={id}
        popover="auto"
        onBeforeToggle={place}
        style={{ width: widthPx }}
        className="fixed inset-auto m-0 rounded-menu border border-line bg-surface-overlay p-3 text-ink shadow-overlay"
      >
        <h3 className="mb-1.5 text-xs font-semibold">{t('This answer')}</h3>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs tabular-nums">
          {figures.map(({ name, value }) => (
            <div key={name} className="contents">
              <dt className="text-ink-muted">{name}</dt>
              <dd className="text-end font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  )
}
