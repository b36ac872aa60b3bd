import { attribute, readXml } from './read-xml.ts'

export type ListPlace = { numId: string; level: number }

export type WordStyle = {
  basedOn: string | undefined
  /** Heading level of the style. 1 for a title or a first heading. */
  heading: number | undefined
  list: Partial<ListPlace>
  isHidden: boolean
}

export type WordStyles = {
  get: (id: string) => WordStyle | undefined
}

const parentsMax = 20
const headingsMax = 6

export function readWordStyles(bytes: Uint8Array): WordStyles {
  const styles = new Map<string, WordStyle>()
  let style: WordStyle | undefined
  readXml(bytes, {
    open(name, attributes) {
      const value = attribute(attributes, 'val') ?? ''
      if (name === 'style') {
        const id = attribute(attributes, 'styleId') ?? ''
        style = { basedOn: undefined, heading: undefined, list: {}, isHidden: false }
        styles.set(id, style)
      } else if (!style) return
      else if (name === 'name') style.heading = findHeadingLevel(value) ?? style.heading
      else if (name === 'basedOn') style.basedOn = value
      else if (name === 'outlineLvl') style.heading ??= toHeadingLevel(value)
      else if (name === 'numId') style.list.numId = value
      else if (name === 'ilvl') style.list.level = Number(value)
      else if (name === 'vanish') style.isHidden = isOn(value)
    },
    close(name) {
      if (name === 'style') style = undefined
    },
  })
  const get = (id: string, depth = 0): WordStyle | undefined => {
    const own = styles.get(id)
    const parent =
      own?.basedOn === undefined || depth > parentsMax ? undefined : get(own.basedOn, depth + 1)
    if (!own || !parent) return own
    return {
      basedOn: own.basedOn,
      heading: own.heading ?? parent.heading,
      list: { ...parent.list, ...own.list },
      isHidden: own.isHidden || parent.isHidden,
    }
  }
  return { get: (id) => get(id) }
}

export const isOn = (value: string | undefined): boolean => !/^(?:0|false|off)$/.test(value ?? '')

/**
 * Returns the level of a built-in heading style by its name or id, which are the same in all
 * languages.
 */
export function findHeadingLevel(name: string): number | undefined {
  if (/^title$/i.test(name)) return 1
  const level = /^heading ?([1-9])$/i.exec(name)?.[1]
  return level === undefined ? undefined : Math.min(headingsMax, Number(level))
}

/** Returns the heading level of an outline level. The tenth outline level is ordinary text. */
export function toHeadingLevel(outline: string): number | undefined {
  const level = Number(outline) + 1
  return level >= 1 && level <= 9 ? Math.min(headingsMax, level) : undefined
}
