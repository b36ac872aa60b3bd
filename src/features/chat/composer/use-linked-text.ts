import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'wouter'
import { removeSearchParams } from '../remove-search-params.ts'

/** Handles `/chat?text=…`: writes the text into the message box and removes the param. */
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
