import { createContext, use } from 'react'

/** Attributes that connect a control to its label, hint and error. */
export type FieldControl = {
  id?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
  'aria-required'?: true | undefined
}

/** Provided by `FormField` to the one control inside it. */
export const FieldContext = createContext<{ control: FieldControl; labelId: string | undefined }>({
  control: {},
  labelId: undefined,
})

/** Returns the attributes of an `<input>` inside a `FormField`; empty outside one. */
export const useFieldControl = (): FieldControl => use(FieldContext).control

/** Returns the label's id, for controls that are not an `<input>` and need `aria-labelledby`. */
export const useFieldLabelId = (): string | undefined => use(FieldContext).labelId
