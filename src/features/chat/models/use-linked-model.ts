import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'wouter'

/**
 * Handles `/chat?model=ollama/llama3.2`: selects that model and removes the param from the address.
 */
export function useLinkedModel(onLinked: (modelId: string) => void): void {
  const [params, setParams] = useSearchParams()
  const modelId = params.get('model')
  const take = useEffectEvent((id: string) => {
    onLinked(id)
    setParams({}, { replace: true })
  })
  useEffect(() => {
    if (modelId !== null) take(modelId)
  }, [modelId])
}
