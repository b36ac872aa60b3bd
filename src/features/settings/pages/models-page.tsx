import { useQuery } from '@tanstack/react-query'
import { modelsQuery } from '#queries/models.ts'
import { cn } from '#ui/cn.ts'
import { Connections } from '../connections/connections.tsx'
import { useFirstServices } from '../connections/use-first-services.ts'
import { DefaultModels } from '../default-models/default-models.tsx'
import { Engines } from '../engines/engines.tsx'

export function ModelsPage() {
  const models = useQuery(modelsQuery())
  const first = useFirstServices()
  const isPending = models.isPending || first.isPending
  return (
    <>
      <Connections />
      {/* Hide what is below the connections until its place is final. */}
      <div className={cn('flex flex-col gap-10', isPending && 'invisible')}>
        <DefaultModels />
        <Engines />
      </div>
    </>
  )
}
