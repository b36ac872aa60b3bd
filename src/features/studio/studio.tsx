import { useQuery } from '@tanstack/react-query'
import Box from 'lucide-react/icons/box'
import { useDeferredValue, useEffect } from 'react'
import { explainError } from '#lib/explain.ts'
import { models3d, modelsQuery } from '#queries/models.ts'
import { formatProblem, useProviderName } from '#queries/provider-name.ts'
import { Button } from '#ui/actions/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { t } from '#languages/studio.ts'
import { studioStore, useStudio } from './state/store.ts'
import { Workbench } from './workbench.tsx'

type StudioProps = {
  active: boolean
  assetId?: string | undefined
}

/** Renders the studio, which turns a picture into a 3D model. */
export function StudioView({ active, assetId }: StudioProps) {
  const { data, error, isPending, refetch } = useQuery(modelsQuery())
  // Deferred, because a deferred render of the whole studio does not block the page.
  const list = useDeferredValue(data)
  const models = list ? models3d(list) : []
  const nameOfProvider = useProviderName()
  const pickedId = useStudio((state) => state.modelId)
  const model = models.find(({ id }) => id === pickedId) ?? models[0]
  const usual = models.find(({ id }) => id === list?.defaults?.['3d'])?.id
  useEffect(() => {
    if (usual !== undefined) studioStore.getState().defaultFound(usual)
  }, [usual])

  if (isPending || (data && !list)) {
    return (
      <div className="grid h-full place-items-center text-ink-faint">
        <Spinner label={t('Loading models')} className="size-5" />
      </div>
    )
  }
  if (!list || !model) {
    const action = <Button onClick={() => void refetch()}>{t('Try again')}</Button>
    return (
      <div className="grid h-full place-items-center">
        <EmptyState icon={<Box />} title={t('No 3D engines are available')} action={action}>
          {error
            ? explainError(error)
            : list?.problems
                .map(({ provider, message }) => formatProblem(nameOfProvider(provider), message))
                .join(' ')}
        </EmptyState>
      </div>
    )
  }
  return <Workbench active={active} assetId={assetId} list={list} models={models} model={model} />
}
