import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleMinus from 'lucide-react/icons/circle-minus'
import CircleX from 'lucide-react/icons/circle-x'
import type { ReactNode } from 'react'
import { explainError } from '#lib/explain.ts'
import { testSteps, type TestStep } from '#contract/connections.ts'
import { formatResponseTime } from './format-response-time.ts'
import { Spinner } from '#ui/progress/spinner.tsx'
import { t } from '#languages/settings.ts'
import type { Test } from './use-test.ts'

type TestStepsProps = { test: Test }

const labels: Record<TestStep['step'], string> = {
  reach: t('Reach the service'),
  key: t('Check the key'),
  models: t('List the models'),
}

const looks: Record<TestStep['state'], { icon: ReactNode; word: string }> = {
  ok: { icon: <CircleCheck className="text-success" />, word: t('OK') },
  failed: { icon: <CircleX className="text-danger" />, word: t('Failed') },
  skipped: { icon: <CircleMinus className="text-ink-faint" />, word: t('Skipped') },
}

export const TestSteps = ({ test: { steps, error, isPending } }: TestStepsProps) => (
  // Screen readers announce new content only in a live region that existed before.
  <div aria-live="polite" className="grid gap-2.5 empty:hidden">
    {(isPending || steps.length > 0) && (
      <ul aria-label={t('Test')} className="grid gap-2.5">
        {testSteps.map((step, at) => {
          const taken = steps.find((one) => one.step === step)
          return taken ? (
            <Line
              key={step}
              icon={looks[taken.state].icon}
              title={labels[step]}
              word={looks[taken.state].word}
              message={taken.message}
              aside={taken.state === 'ok' ? formatResponseTime(taken.tookMs) : undefined}
            />
          ) : (
            isPending && (
              <Line
                key={step}
                icon={at === steps.length ? <Spinner /> : <CircleDashed />}
                title={labels[step]}
              />
            )
          )
        })}
      </ul>
    )}
    {error && (
      <p className="flex gap-2 text-pretty text-danger">
        <CircleX aria-hidden className="mt-0.5 size-4 shrink-0" />
        {explainError(error)}
      </p>
    )}
  </div>
)

type LineProps = {
  icon: ReactNode
  title: string
  word?: string
  message?: string
  aside?: string | undefined
}

const Line = ({ icon, title, word, message, aside }: LineProps) => (
  <li className="flex gap-2.5">
    <span aria-hidden className="mt-0.5 flex text-ink-faint [&_svg]:size-4">
      {icon}
    </span>
    <div className="min-w-0 flex-1">
      <p className="font-medium">
        {title}
        {word !== undefined && <span className="sr-only">: {word}</span>}
      </p>
      {message !== undefined && (
        <p className="mt-0.5 text-xs wrap-anywhere text-pretty text-ink-muted">{message}</p>
      )}
    </div>
    {aside !== undefined && <span className="text-xs text-ink-faint tabular-nums">{aside}</span>}
  </li>
)
