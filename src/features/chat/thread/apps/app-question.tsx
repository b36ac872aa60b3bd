import type { ReactNode } from 'react'
import type { CallByApp } from '#contract/mcp-apps.ts'
import { Button } from '#ui/actions/button.tsx'

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
      <Bar sentence={`${serverName} wants to use “${title}”.`} detail={given}>
        <Button size="sm" variant="primary" onClick={() => decide('chat')}>
          Allow in this chat
        </Button>
        <Button size="sm" onClick={() => decide('once')}>
          Allow once
        </Button>
        <Button size="sm" onClick={() => decide('everywhere')}>
          Always allow
        </Button>
        <Button size="sm" variant="ghost" onClick={() => decide(undefined)}>
          Deny
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
          ? `${serverName} wants to send this question to the model.`
          : `${serverName} wants to open a page.`
      }
      detail={isMessage ? question.text : question.url}
    >
      <Button size="sm" variant="primary" onClick={() => decide(true)}>
        {isMessage ? 'Send' : 'Open'}
      </Button>
      <Button size="sm" variant="ghost" onClick={() => decide(false)}>
        Do not {isMessage ? 'send' : 'open'}
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
        aria-label="Details"
        className="max-h-40 overflow-auto rounded-code bg-surface-sunken px-2.5 py-1.5 font-mono text-xs wrap-anywhere whitespace-pre-wrap"
      >
        {detail}
      </pre>
    )}
    <div className="flex flex-wrap gap-1.5">{children}</div>
  </fieldset>
)
