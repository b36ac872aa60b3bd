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

/** Replaces the entities with which HTML and XML escape text. Others are kept. */
export const unescapeHtml = (text: string): string =>
  text.replaceAll(
    /&(quot|#34|apos|#39|#x27|lt|gt|amp);/g,
    (whole, name: string) => entities.get(name) ?? whole,
  )
