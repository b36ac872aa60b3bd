import { useEffect, useRef, useState } from 'react'
import { Loaded } from '#ui/layout/loaded.tsx'
import { isLarge } from '../large-model/large.ts'
import { CompareModels } from './compare-models.tsx'

const loadLargeModel = async () => (await import('../large-model/large-model.tsx')).LargeModel

export type AskedModel = {
  url: string
  name: string
  /** Size of the file if known. The user must confirm before a large file is opened. */
  sizeBytes?: number | undefined
  triangles?: number | undefined
}

/**
 * Milliseconds before a replaced object URL is revoked, because a viewer may still be reading it.
 */
const revokeMs = 10_000

/** Renders a comparison, after the user has decided how to open each large model. */
export function CompareAsked({ models }: { models: readonly AskedModel[] }) {
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const copies = useRef<string[]>([])
  useEffect(() => {
    const made = copies.current
    return () => {
      setTimeout(() => made.forEach((url) => URL.revokeObjectURL(url)), revokeMs)
    }
  }, [])

  const large = models.find((model) => isLarge(model) && chosen[model.url] === undefined)
  if (!large) {
    const opened = models.map(({ url, name }) => ({ url: chosen[url] ?? url, name }))
    return <CompareModels models={opened} />
  }
  const choose = (url: string) => setChosen((now) => ({ ...now, [large.url]: url }))
  return (
    <Loaded
      key={large.url}
      load={loadLargeModel}
      props={{
        model: { ...large, title: large.name },
        onLight: (glb) => {
          const url = URL.createObjectURL(glb)
          copies.current.push(url)
          choose(url)
        },
        onAll: () => choose(large.url),
      }}
    />
  )
}
