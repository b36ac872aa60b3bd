import { useEffect, useRef, useState } from 'react'
import { Loaded } from '#ui/layout/loaded.tsx'
import { isLarge } from '../large-model/large.ts'
import { CompareModels } from './compare-models.tsx'

const loadLargeModel = async () => (await import('../large-model/large-model.tsx')).LargeModel

export type AskedModel = {
  url: string
  name: string
  /** Size of the file if known. If it is large, the user has to confirm its opening. */
  sizeBytes?: number | undefined
  triangles?: number | undefined
}

/** Delay before a replaced `blob:` is revoked, because a viewer may still be reading it. */
const revokeMs = 10_000

/** Renders a comparison. Before it, the user decides for each large model how to open it. */
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
