import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'wouter'

/** `/chat?model=ollama/llama3.2` begins with that model; the address is the chat's again at once. */
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
