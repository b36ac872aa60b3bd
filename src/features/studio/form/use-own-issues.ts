import { useState } from 'react'
import type { ParamIssue } from '#lib/params/check/check-params.ts'

/** Returns, by field name, the issues that only the form can find, such as invalid JSON. */
export function useOwnIssues(): [
  issues: readonly ParamIssue[],
  set: (name: string, message: string | undefined) => void,
] {
  const [issues, setIssues] = useState<readonly ParamIssue[]>([])
  const [set] = useState(() => (name: string, message: string | undefined) => {
    setIssues((held) => {
      const others = held.filter(({ path }) => path !== name)
      if (message === undefined) return others.length === held.length ? held : others
      return [...others, { path: name, message }]
    })
  })
  return [issues, set]
}
