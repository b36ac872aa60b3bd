export const cardClass =
  'divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface-raised shadow-raised'
