/** Classes of a grid with as many columns as fit; two on a phone. */
export const gridClass =
  'grid grid-cols-[repeat(auto-fill,minmax(min(11rem,44%),1fr))] gap-3 md:gap-4'
