import { useMemo, type ReactNode } from 'react'
import type { Source } from '#contract/chat/chat.ts'
import { SourceList } from './answer-sources.tsx'
import { SourceLink } from './source-link.tsx'
import { nameSource } from './source-place.ts'
import { Citations } from '../../markdown/draw/links.tsx'

type WithSourcesProps = {
  /** The first source is cited as [1]. Undefined entries are skipped. */
  sources: readonly (Source | undefined)[] | undefined
  children: ReactNode
}

export function WithSources({ sources, children }: WithSourcesProps) {
  const cite = useMemo(
    () =>
      sources &&
      ((number: number) => {
        const source = sources[number - 1]
        if (!source) return undefined
        const name = `[${number}]`
        return (
          <SourceLink source={source} label={nameSource(number, source)}>
            {name}
          </SourceLink>
        )
      }),
    [sources],
  )
  return (
    <Citations value={cite}>
      {children}
      {sources && <SourceList sources={sources} />}
    </Citations>
  )
}
