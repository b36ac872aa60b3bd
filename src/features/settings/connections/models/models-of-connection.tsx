import { useQuery } from '@tanstack/react-query'
import { explainError } from '#lib/explain.ts'
import type { Connection } from '#contract/connections.ts'
import { modelsOfQuery } from '#queries/models-of.ts'
import { Button } from '#ui/actions/button.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { t } from '#languages/settings.ts'
import { ModelsPanel } from './models-panel.tsx'

type ModelsOfConnectionProps = {
  connection: Pick<Connection, 'id' | 'isOn'>
  /** True for a connection of the user or a team. False for a connection of the server. */
  isOwn?: boolean
  /** False while the models are not visible. The list is then not loaded. */
  isWanted?: boolean
  isInCard?: boolean
}

export function ModelsOfConnection({
  connection: { id, isOn },
  isOwn = false,
  isWanted = true,
  isInCard = false,
}: ModelsOfConnectionProps) {
  const of = { id, isOwn }
  const { data, error, refetch } = useQuery({ ...modelsOfQuery(of), enabled: isWanted && isOn })
  if (data) return <ModelsPanel connection={of} list={data} isInCard={isInCard} />
  return (
    <div className="grid min-h-40 place-items-center text-ink-muted">
      {!isOn && t('This connection is off. Switch it on to see its models.')}
      {isOn && !error && <Spinner label={t('Loading models')} className="size-5" />}
      {isOn && error && (
        <div role="alert" className="flex flex-col items-center gap-3">
          {explainError(error)}
          <Button onClick={() => void refetch()}>{t('Try again')}</Button>
        </div>
      )}
    </div>
  )
}
