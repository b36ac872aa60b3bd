import { useCallback, useMemo, useState } from 'react'
import {
  adviseParams,
  checkParams,
  type ParamIssue,
  type ParamNotice,
} from '#lib/params/check/check-params.ts'
import { readForm } from '#lib/params/effective-params.ts'
import { getChoices, type Params, type ParamSchema } from '#lib/params/param-schema.ts'
import { readParams } from '#lib/params/read-part.ts'
import { readOutput, type Output } from '#lib/params/output.ts'
import { calculatePrice, type Price } from '#lib/params/price.ts'
import { readFields, type Field } from '#lib/params/read-fields.ts'
import { ruledTogether } from '#lib/params/check/rules.ts'

export type ParamForm = {
  fields: readonly Field[]
  values: Params
  visible: ReadonlySet<string>
  sent: Record<string, unknown>
  issues: readonly ParamIssue[]
  issueOf: (name: string) => string | undefined
  otherIssues: readonly ParamIssue[]
  /** Returns a notice about a value that is allowed but useless or not recommended. */
  noticeOf: (name: string) => ParamNotice | undefined
  price: Price | undefined
  output: Output | undefined
  left: (name: string) => void
  changed: (name: string) => void
  submitted: () => void
  refused: (issues: readonly ParamIssue[]) => void
}

/**
 * Manages the state of a form. To not disturb typing, a field's issue is shown only after the field
 * has lost the focus or the form was submitted. Set the model's id as `key` of the component.
 * @param ownIssues issues that only the form can find, such as invalid JSON.
 */
export function useParamForm(
  schema: ParamSchema,
  values: Params,
  ownIssues: readonly ParamIssue[] = [],
): ParamForm {
  const [leftNames, setLeftNames] = useState<ReadonlySet<string>>(new Set())
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [refusals, setRefusals] = useState<readonly ParamIssue[]>([])

  const fields = useMemo(() => readFields(schema), [schema])
  const { sent, issues, notices, visible, price, output } = useMemo(() => {
    const { sent: params, visible: shown } = readForm(schema, values)
    return {
      sent: params,
      issues: checkParams(schema, params),
      notices: adviseParams(schema, params),
      visible: shown,
      price: calculatePrice(schema, params),
      output: readOutput(schema, params),
    }
  }, [schema, values])

  const all = [...ownIssues, ...issues]
  const known = new Set(fields.map(({ name }) => name))
  const canBeSeen = (name: string) => known.has(name) && visible.has(name)
  const byField = new Map<string, string>()
  for (const { path, message } of [...refusals, ...all]) {
    const name = getFieldName(path)
    const isRefusal = refusals.some((issue) => issue.path === path)
    const isDue = isSubmitted || isRefusal || leftNames.has(name)
    if (isDue && !byField.has(name)) byField.set(name, message)
  }

  const left = useCallback(
    (name: string) => setLeftNames((held) => (held.has(name) ? held : new Set(held).add(name))),
    [],
  )
  const changed = useCallback(
    (name: string) => {
      setRefusals((held) => {
        const others = held.filter(({ path }) => getFieldName(path) !== name)
        return others.length === held.length ? held : others
      })
      if (!isChoice(schema, name)) return
      const tied = ruledTogether(schema, name)
      setLeftNames((held) =>
        tied.every((one) => held.has(one)) ? held : new Set([...held, ...tied]),
      )
    },
    [schema],
  )

  return {
    fields,
    values,
    visible,
    sent,
    issues: all,
    issueOf: (name) => byField.get(name),
    otherIssues: [...refusals, ...(isSubmitted ? all : [])].filter(
      ({ path }) => !canBeSeen(getFieldName(path)),
    ),
    noticeOf: (name) => notices.find(({ paths }) => paths.find(canBeSeen) === name),
    price,
    output,
    left,
    changed,
    submitted: () => setIsSubmitted(true),
    refused: setRefusals,
  }
}

function isChoice(schema: ParamSchema, name: string): boolean {
  const field = readParams(schema).get(name)?.schema
  return field !== undefined && (field['type'] === 'boolean' || getChoices(field) !== undefined)
}

/** Returns the name of the field that contains a path, such as `file` for `file/url`. */
export const getFieldName = (path: string): string => path.split('/', 1)[0] ?? ''
