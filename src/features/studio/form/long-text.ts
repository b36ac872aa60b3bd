import type { Field } from '#lib/params/read-fields.ts'

/** Whether a text is usually longer than a line. */
export const isLongText = ({ kind, widget, lengthMax = 0 }: Field): boolean =>
  kind === 'text' && (widget === 'textarea' || lengthMax > 120)
