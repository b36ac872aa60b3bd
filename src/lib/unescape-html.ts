const entities = new Map([
  ['quot', '"'],
  ['#34', '"'],
  ['apos', "'"],
  ['#39', "'"],
  ['#x27', "'"],
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
])

/** Replaces the entities that HTML and XML need to escape text. Keeps other entities. */
export const unescapeHtml = (text: string): string =>
  text.replaceAll(
    /&(quot|#34|apos|#39|#x27|lt|gt|amp);/g,
    (whole, name: string) => entities.get(name) ?? whole,
  )
