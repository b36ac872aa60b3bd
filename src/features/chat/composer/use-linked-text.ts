import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'wouter'
import { removeSearchParams } from '../remove-search-params.ts'

/**
 * Handles `/chat?text=…`, for example of a text that another app shares: writes the text into the
 * composer and removes the param. The person sends it.
 */
export function useLinkedText(onText: (text: string) => void): void {
  const [params] = useSearchParams()
  const text = params.get('text')
  const take = useEffectEvent((linked: string) => {
    removeSearchParams()
    onText(linked)
  })
  useEffect(() => {
    if (text !== null && text !== '') take(text)
  }, [text])
}
