import { directions, type Side } from '#viewer/camera/sides.ts'

/** How a shared model looks in other pages. The settings are in the address of the frame. */
export type EmbedSettings = {
  /** `clean` shows the model alone, `named` also its name, and `full` all tools. */
  look: 'clean' | 'named' | 'full'
  /** `none` is transparent. Colours are written as `#rrggbb`. */
  backdrop: 'stage' | 'none' | `#${string}`
  isTurning: boolean
  /** True if the wheel scrolls the page until the model is clicked. */
  needsClick: boolean
  /** Side that is shown first. */
  side: Side
  /** True if phones get a button for augmented reality. */
  hasAr: boolean
}

/** Settings of an address without any, such as those of earlier versions. */
export const plainEmbed: EmbedSettings = {
  look: 'named',
  backdrop: 'stage',
  isTurning: false,
  needsClick: false,
  side: 'threeQuarter',
  hasAr: true,
}

/** Settings that the share dialog suggests. */
export const suggestedEmbed: EmbedSettings = {
  ...plainEmbed,
  look: 'clean',
  isTurning: true,
  needsClick: true,
}

const isSide = (name: string): name is Side => Object.hasOwn(directions, name)
const isColor = (text: string): text is `#${string}` => /^#[\da-f]{6}$/.test(text)

/** Reads the settings from an address. Unknown values count as absent. */
export function readEmbedSettings(search: string): EmbedSettings {
  const query = new URLSearchParams(search)
  const look = query.get('look')
  const background = query.get('background') ?? ''
  const color = `#${background.toLowerCase()}`
  const side = query.get('view') ?? ''
  return {
    look: look === 'clean' || look === 'full' ? look : 'named',
    backdrop: background === 'none' ? 'none' : isColor(color) ? color : 'stage',
    isTurning: query.get('turn') === '1',
    needsClick: query.get('zoom') === 'click',
    side: isSide(side) ? side : plainEmbed.side,
    hasAr: query.get('ar') !== '0',
  }
}

/** Returns the query of an address with these settings, such as `?look=clean&turn=1`. */
export function writeEmbedSettings(settings: EmbedSettings): string {
  const { look, backdrop, isTurning, needsClick, side, hasAr } = settings
  const query = new URLSearchParams({
    ...(look !== plainEmbed.look && { look }),
    ...(backdrop !== plainEmbed.backdrop && { background: backdrop.replace('#', '') }),
    ...(isTurning && { turn: '1' }),
    ...(needsClick && { zoom: 'click' }),
    ...(side !== plainEmbed.side && { view: side }),
    ...(!hasAr && { ar: '0' }),
  }).toString()
  return query === '' ? '' : `?${query}`
}
