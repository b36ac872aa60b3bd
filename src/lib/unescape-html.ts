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

/** Replaces the HTML and XML entities of escaped text, such as `&lt;`. Keeps all other entities. */
export const unescapeHtml = (text: string): string =>
  text.replaceAll(
    /&(quot|#34|apos|#39|#x27|lt|gt|amp);/g,
    (whole, name: string) => entities.get(name) ?? whole,
  )
