import { createContext, use } from 'react'

/** Attributes that connect a control to its label, hint and error. */
export type FieldControl = {
  id?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
  'aria-required'?: true | undefined
}

/** Context in which `FormField` passes its ids to the control inside it. */
export const FieldContext = createContext<{ control: FieldControl; labelId: string | undefined }>({
  control: {},
  labelId: undefined,
})

export const useFieldControl = (): FieldControl => use(FieldContext).control

/**
 * Returns the label's id, for controls that need `aria-labelledby` because they are not `<input>`
 * elements.
 */
export const useFieldLabelId = (): string | undefined => use(FieldContext).labelId
