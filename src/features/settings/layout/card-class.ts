/** Classes of a card with rows. */
export const cardClass =
  'divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface-raised shadow-raised'
