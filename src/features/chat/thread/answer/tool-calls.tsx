import Ban from 'lucide-react/icons/ban'
import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import Wrench from 'lucide-react/icons/wrench'
import { Fragment, use, useState } from 'react'
import { decideToolCall } from '#api/chat/chat.ts'
import { explainError } from '#lib/explain.ts'
import type { DecideToolCall, ToolCall, ToolCallStatus } from '#contract/chat/chat.ts'
import type { ToolProgress } from '#contract/chat/tool-question.ts'
import { formatDuration, formatPercent } from '#lib/format.ts'
import { toolTitle } from '#lib/tool-title.ts'
import { Button } from '#ui/actions/button.tsx'
import { cn } from '#ui/cn.ts'
import { Spinner } from '#ui/progress/spinner.tsx'
import { ToolLine } from '#ui/progress/tool-line.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import { t } from '#languages/app.ts'
import { formatArgumentName, formatArgumentValue, parseArguments } from './call-arguments.ts'
import { getCallQuestion } from './call-question.ts'
import { getCallGist, getFailureReason } from './call-gist.ts'
import { ReadOnlyContext } from '../thread-actions.ts'
import { CallModels } from '../models/call-models.tsx'
import { formatSteps, summarizeCalls } from './summarize-calls.ts'

type ToolCallsProps = { calls: readonly ToolCall[]; runId: string | undefined }

export function ToolCalls({ calls, runId }: ToolCallsProps) {
  if (calls.length === 0) return null
  if (calls.length === 1) return <CallList calls={calls} runId={runId} hasResults />
  return (
    <div className="my-3">
      <CallGroup calls={calls} runId={runId} />
      {calls.map((call) => (
        <CallModels key={call.index} call={call} runId={runId} />
      ))}
    </div>
  )
}

function CallGroup({ calls, runId }: ToolCallsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const isRunning = calls.some(({ status }) => status === 'running')
  // A call that asks the user or has failed is always visible.
  const isForced = calls.some(
    ({ status, question }) => status === 'asking' || status === 'failed' || question !== undefined,
  )
  const current = calls.findLast(({ status }) => status === 'running')
  return (
    <ToolLine
      icon={isRunning ? <Spinner /> : <Wrench />}
      summary={
        <>
          <span className="min-w-0 truncate">
            {current ? `${getCallTitle(current)}…` : summarizeCalls(calls)}
          </span>
          <span className="shrink-0 text-xs text-ink-faint tabular-nums">{formatSteps(calls)}</span>
        </>
      }
      isOpen={isOpen || isForced}
      onToggle={(open) => !isForced && setIsOpen(open)}
    >
      <div className="ms-1.75 border-s border-line ps-3">
        <CallList calls={calls} runId={runId} hasResults={false} />
      </div>
    </ToolLine>
  )
}

type CallListProps = ToolCallsProps & {
  hasResults: boolean
}

const CallList = ({ calls, runId, hasResults }: CallListProps) => (
  <ul aria-label={t('Tools')} className={cn('flex flex-col gap-1', hasResults && 'my-3')}>
    {calls.map((call) => (
      <li key={call.index}>
        <Call call={call} runId={runId} />
        {hasResults && <CallModels call={call} runId={runId} />}
      </li>
    ))}
  </ul>
)

const getCallTitle = ({ name, title = toolTitle(name) }: ToolCall): string => title

const describeCall = (call: ToolCall): string =>
  call.status === 'done' ? summarizeCalls([call]) : getCallTitle(call)

const states: Record<ToolCallStatus, string> = {
  asking: t('waiting for approval'),
  running: t('running…'),
  done: t('done'),
  failed: t('failed'),
  denied: t('denied'),
  stopped: t('stopped'),
}

const loadPageEncoding = async () => (await import('./page-encoding.tsx')).PageEncoding
const loadQuestionForm = async () => (await import('./tool-question.tsx')).ToolQuestionForm

const formatProgress = ({ done, total, message }: ToolProgress): string =>
  message ?? (total ? formatPercent(done / total) : t('{done} done', { done }))

const loadPythonCode = async () => (await import('./python-code.tsx')).PythonCode

function getPythonCode({ name, arguments: given, status }: ToolCall): string | undefined {
  if (name !== 'run_python' || status === 'asking') return undefined
  const code = parseArguments(given)?.find(([argument]) => argument === 'code')?.[1]
  return typeof code === 'string' ? code : undefined
}

function getPageEncoding({ name, status, structured }: ToolCall): string | undefined {
  const encoding = structured?.['encoding']
  return name === 'read_page' && status === 'done' && typeof encoding === 'string'
    ? encoding
    : undefined
}

function Call({ call, runId }: { call: ToolCall; runId: string | undefined }) {
  const { status, result, durationMs } = call
  const [isOpen, setIsOpen] = useState(false)
  const { question, progress } = call
  const isAsking = status === 'asking'
  const code = getPythonCode(call)
  const encoding = getPageEncoding(call)
  const isReadOnly = use(ReadOnlyContext)
  const gist = isOpen || isAsking ? undefined : getCallGist(call)
  const reason = isOpen ? undefined : getFailureReason(call)
  return (
    <div
      className={cn(
        (isAsking || (question && !question.python)) &&
          'rounded-lg border border-warning bg-surface-raised px-2.5',
      )}
    >
      <ToolLine
        icon={<StatusIcon status={status} />}
        summary={
          <>
            <span className="max-w-[50%] shrink-0 truncate">{describeCall(call)}</span>
            {gist !== undefined && (
              <bdi className="min-w-0 truncate text-xs text-ink-muted" title={gist}>
                {gist}
              </bdi>
            )}
            <span className={cn('shrink-0 text-xs', isAsking ? 'text-warning' : 'text-ink-faint')}>
              {progress
                ? formatProgress(progress)
                : question && !question.python
                  ? t('waiting for you')
                  : states[status]}
              {durationMs !== undefined && durationMs >= 100 && ` · ${formatDuration(durationMs)}`}
            </span>
          </>
        }
        isOpen={isOpen}
        onToggle={setIsOpen}
      >
        <dl className="mt-1 mb-2 flex flex-col gap-2 rounded-lg border border-line bg-surface-raised px-3 py-2.5">
          {code === undefined && <CallArguments text={call.arguments} />}
          {call.price !== undefined && !isAsking && <Words title={t('Price')} text={call.price} />}
          {result !== undefined && (
            <Words title={status === 'failed' ? t('Error') : t('Result')} text={tidyJson(result)} />
          )}
        </dl>
        {code !== undefined && <Loaded load={loadPythonCode} props={{ code }} />}
        {!isReadOnly && encoding !== undefined && runId !== undefined && (
          <div className="mb-2">
            <Loaded load={loadPageEncoding} props={{ runId, callIndex: call.index, encoding }} />
          </div>
        )}
      </ToolLine>
      {reason !== undefined && (
        <p className="pb-2 ps-6 text-xs text-pretty wrap-anywhere text-ink-muted">{reason}</p>
      )}
      {isAsking && <Question call={call} />}
      {isAsking && runId !== undefined && <Decision runId={runId} call={call} />}
      {question && runId !== undefined && (
        <Loaded
          load={loadQuestionForm}
          props={{ key: question.id, runId, callIndex: call.index, question }}
        />
      )}
    </div>
  )
}

const Words = ({ title, text }: { title: string; text: string }) => (
  <div>
    <dt className="pb-0.5 text-xs text-ink-faint">{title}</dt>
    <dd>
      <pre
        data-find
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll.
        tabIndex={0}
        aria-label={title}
        className="max-h-64 overflow-auto rounded-code bg-surface-sunken px-2.5 py-1.5 font-mono text-xs leading-relaxed [overflow-wrap:anywhere] whitespace-pre-wrap"
      >
        {text}
      </pre>
    </dd>
  </div>
)

function Question({ call }: { call: ToolCall }) {
  const { sentence, note, said } = getCallQuestion(call)
  return (
    <div className="flex flex-col gap-2 pb-2.5">
      <p className="font-medium text-pretty wrap-anywhere">{sentence}</p>
      {call.price !== undefined && (
        <p className="text-xs">{t('Price: {price}', { price: call.price })}</p>
      )}
      {note !== undefined && <p className="text-xs text-pretty text-ink-muted">{note}</p>}
      <CallArguments text={call.arguments} said={said} />
    </div>
  )
}

function CallArguments({ text, said = [] }: { text: string; said?: readonly string[] }) {
  const given = parseArguments(text)
  if (!given) return <Words title={t('Arguments')} text={text} />
  const shown = given.filter(([name]) => !said.includes(name))
  if (shown.length === 0) return null
  return (
    <dl
      data-find
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll.
      tabIndex={0}
      aria-label={t('Arguments')}
      className="grid max-h-64 grid-cols-[minmax(4rem,auto)_1fr] gap-x-4 gap-y-1 overflow-auto text-xs"
    >
      {shown.map(([name, value]) => (
        <Fragment key={name}>
          <dt className="max-w-40 wrap-anywhere text-ink-faint">{formatArgumentName(name)}</dt>
          <dd className="min-w-0 whitespace-pre-wrap wrap-anywhere">
            {formatArgumentValue(value)}
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

function Decision({ runId, call }: { runId: string; call: ToolCall }) {
  const { index } = call
  const [isSent, setIsSent] = useState(false)
  const [reason, setReason] = useState<string>()
  const decide = (decision: DecideToolCall) => {
    setIsSent(true)
    // The call's next state arrives as an event of the run.
    decideToolCall(runId, index, decision).catch((error: unknown) => {
      setIsSent(false)
      showToast({
        title: t('Could not send your decision.'),
        detail: explainError(error),
        kind: 'error',
      })
    })
  }
  return (
    <fieldset
      aria-label={t('Allow “{call}” to run?', { call: getCallTitle(call) })}
      className="-mx-2.5 flex flex-wrap items-center gap-1.5 border-t border-line px-2.5 py-2"
    >
      {reason === undefined ? (
        <>
          <Button
            size="sm"
            variant="primary"
            disabled={isSent}
            onClick={() => decide({ isAllowed: true, isAlways: true })}
          >
            {t('Allow in this chat')}
          </Button>
          <Button size="sm" disabled={isSent} onClick={() => decide({ isAllowed: true })}>
            {t('Allow once')}
          </Button>
          <Button
            size="sm"
            disabled={isSent}
            onClick={() => decide({ isAllowed: true, isEverywhere: true })}
          >
            {t('Always allow')}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            disabled={isSent}
            onClick={() => decide({ isAllowed: false })}
          >
            {t('Deny')}
          </Button>
          <Button size="sm" variant="ghost" disabled={isSent} onClick={() => setReason('')}>
            {t('Deny and say why')}
          </Button>
        </>
      ) : (
        <form
          className="flex w-full flex-wrap gap-1.5"
          onSubmit={(event) => {
            event.preventDefault()
            decide({ isAllowed: false, reason })
          }}
        >
          <input
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just opened this field.
            autoFocus
            aria-label={t('Reason')}
            placeholder={t('What should the model do instead?')}
            maxLength={500}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            className="min-w-0 flex-1 rounded-md border border-line bg-surface px-2 py-1 text-sm"
          />
          <Button type="submit" size="sm" disabled={isSent}>
            {t('Deny')}
          </Button>
        </form>
      )}
    </fieldset>
  )
}

function StatusIcon({ status }: { status: ToolCallStatus }) {
  switch (status) {
    case 'running':
      return <Spinner />
    case 'done':
      return <Check className="text-success" />
    case 'failed':
      return <CircleAlert className="text-danger" />
    case 'denied':
    case 'stopped':
      return <Ban />
    case 'asking':
      return <Wrench className="text-warning" />
  }
}

function tidyJson(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    // The JSON written by the model is invalid or incomplete.
    return text
  }
}
