import { createContext, use } from 'react'

/** What a control needs so that its label, hint and error belong to it. */
export type FieldControl = {
  id?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
  'aria-required'?: true | undefined
}

/** Set by `Field` for the one control inside it. */
export const FieldContext = createContext<{ control: FieldControl; labelId: string | undefined }>({
  control: {},
  labelId: undefined,
})

/** Attributes of an `<input>` inside a `Field`; empty outside of one. */
export const useFieldControl = (): FieldControl => use(FieldContext).control

/** For controls that are no `<input>`, and so need `aria-labelledby`. */
export const useFieldLabelId = (): string | undefined => use(FieldContext).labelId
