import { translateFailure } from '#lib/language/translate-sentence.ts'
import type { Connection, ConnectionKind } from '#contract/connections.ts'
import { formatAge } from '#lib/format.ts'
import { StateLight } from '#ui/feedback/state-light.tsx'
import { t } from '#languages/settings.ts'

type ConnectionStateProps = {
  connection: Connection
  kind: ConnectionKind | undefined
  nowMs: number
}

export function ConnectionState({ connection, kind, nowMs }: ConnectionStateProps) {
  const { name, isOn, problem, lastAnsweredAt } = connection
  const answered = lastAnsweredAt === undefined ? undefined : formatAge(lastAnsweredAt, nowMs)
  const words = [
    isOn
      ? problem
        ? t('Not answering')
        : answered === undefined
          ? t('On')
          : t('Answering')
      : t('Off'),
    kind && kind.name !== name && kind.name,
    answered === undefined
      ? t('has not answered yet')
      : t('answered {answered}', { answered: answered === t('now') ? t('just now') : answered }),
  ].filter(Boolean)
  const state = !isOn ? 'off' : problem ? 'caution' : answered === undefined ? 'off' : 'good'
  return (
    <>
      <p className="mt-1 flex items-center gap-2 text-ink-muted">
        <StateLight state={state} />
        {words.join(' · ')}
      </p>
      {isOn && problem && (
        <p className="mt-1 text-pretty wrap-anywhere text-ink-muted">
          {translateFailure(problem)} ({formatAge(problem.at, nowMs)})
        </p>
      )}
    </>
  )
}
