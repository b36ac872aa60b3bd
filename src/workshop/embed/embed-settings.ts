import { directions, type Side } from '#viewer/camera/sides.ts'

/** How a shared model looks in other pages. The address of the frame contains the settings. */
export type EmbedSettings = {
  /** `clean` shows only the model, `named` also its name, and `full` all tools. */
  look: 'clean' | 'named' | 'full'
  backdrop: 'stage' | 'none' | `#${string}`
  isTurning: boolean
  needsClick: boolean
  side: Side
  hasAr: boolean
}

/** Settings for an address without settings, such as those of earlier versions. */
export const plainEmbed: EmbedSettings = {
  look: 'named',
  backdrop: 'stage',
  isTurning: false,
  needsClick: false,
  side: 'threeQuarter',
  hasAr: true,
}

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
