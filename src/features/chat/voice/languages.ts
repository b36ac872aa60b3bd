const codes =
  'ar bg bn ca cs da de el en es et fa fi fr gu he hi hr hu id it ja kn ko lt lv ml mr ms nb nl pa pl pt ro ru sk sl sr sv sw ta te th tl tr uk ur vi zh'.split(
    ' ',
  )

const names = new Intl.DisplayNames([navigator.language], { type: 'language' })

/** The languages that speech models know, named in the language of the browser. */
export const languageOptions: readonly { value: string; label: string }[] = [
  { value: '', label: 'Any language' },
  ...codes
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label)),
]
