import type { ReactNode } from 'react'
import type { CallByApp } from '#contract/mcp-apps.ts'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/app.ts'

export type ToolPermission = NonNullable<CallByApp['permission']>

/** Request of an app that needs a press by the person. */
export type AppQuestion =
  | {
      kind: 'tool'
      title: string
      given: string
      decide: (permission: ToolPermission | undefined) => void
    }
  | { kind: 'message'; text: string; decide: (isAllowed: boolean) => void }
  | { kind: 'link'; url: string; decide: (isAllowed: boolean) => void }

type AppQuestionProps = { question: AppQuestion; serverName: string }

export function AppQuestionBar({ question, serverName }: AppQuestionProps) {
  if (question.kind === 'tool') {
    const { title, given, decide } = question
    return (
      <Bar
        sentence={t('{serverName} wants to use “{title}”.', { serverName, title })}
        detail={given}
      >
        <Button size="sm" variant="primary" onClick={() => decide('chat')}>
          {t('Allow in this chat')}
        </Button>
        <Button size="sm" onClick={() => decide('once')}>
          {t('Allow once')}
        </Button>
        <Button size="sm" onClick={() => decide('everywhere')}>
          {t('Always allow')}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => decide(undefined)}>
          {t('Deny')}
        </Button>
      </Bar>
    )
  }
  const isMessage = question.kind === 'message'
  const { decide } = question
  return (
    <Bar
      sentence={
        isMessage
          ? t('{serverName} wants to send this question to the model.', { serverName })
          : t('{serverName} wants to open a page.', { serverName })
      }
      detail={isMessage ? question.text : question.url}
    >
      <Button size="sm" variant="primary" onClick={() => decide(true)}>
        {isMessage ? t('Send') : t('Open')}
      </Button>
      <Button size="sm" variant="ghost" onClick={() => decide(false)}>
        {t('Do not {isMessage, select, true {send} other {open}}', { isMessage })}
      </Button>
    </Bar>
  )
}

type BarProps = { sentence: string; detail: string; children: ReactNode }

const Bar = ({ sentence, detail, children }: BarProps) => (
  <fieldset
    aria-label={sentence}
    className="flex flex-col gap-2 border-t border-line bg-warning-soft px-3 py-2.5"
  >
    <p role="alert" className="text-sm font-medium wrap-anywhere">
      {sentence}
    </p>
    {detail !== '' && (
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll.
        tabIndex={0}
        aria-label={t('Details')}
        className="max-h-40 overflow-auto rounded-code bg-surface-sunken px-2.5 py-1.5 font-mono text-xs wrap-anywhere whitespace-pre-wrap"
      >
        {detail}
      </pre>
    )}
    <div className="flex flex-wrap gap-1.5">{children}</div>
  </fieldset>
)
