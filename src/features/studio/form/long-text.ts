import type { Field } from '#lib/params/read-fields.ts'

export const isLongText = ({ kind, widget, lengthMax = 0 }: Field): boolean =>
  kind === 'text' && (widget === 'textarea' || lengthMax > 120)
