import { useMemo, type ReactNode } from 'react'
import type { Source } from '#contract/chat/chat.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import { nameSource } from './source-place.ts'
import { Citations } from '../../markdown/draw/references.tsx'

const loadList = async () => (await import('./answer-sources.tsx')).SourceList
const loadLink = async () => (await import('./source-link.tsx')).SourceLink

type WithSourcesProps = {
  /**
   * The sources in the order of their numbers: the first is cited as [1]. Absent entries are
   * skipped.
   */
  sources: readonly (Source | undefined)[] | undefined
  children: ReactNode
}

/** Renders an answer with its sources below, and links citations such as `[1]` to them. */
export function WithSources({ sources, children }: WithSourcesProps) {
  const cite = useMemo(
    () =>
      sources &&
      ((number: number) => {
        const source = sources[number - 1]
        if (!source) return undefined
        const name = `[${number}]`
        const label = nameSource(number, source)
        return <Loaded load={loadLink} props={{ source, label, children: name }} fallback={name} />
      }),
    [sources],
  )
  return (
    <Citations value={cite}>
      {children}
      {sources && <Loaded load={loadList} props={{ sources }} />}
    </Citations>
  )
}
