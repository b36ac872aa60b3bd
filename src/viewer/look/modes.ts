import type { SelectOption } from '#ui/fields/select-props.ts'
import type { LightName } from '../light/light-sets.ts'
import type { Background, ToneMappingName } from './look.ts'
import { displayModes, type DisplayMode } from './modes/display-modes.ts'

type Named<Value extends string> = SelectOption<Value> & {
  legend?: string
}

export const modes: readonly Named<DisplayMode>[] = displayModes

export const getLegend = (mode: DisplayMode): string | undefined =>
  modes.find(({ value }) => value === mode)?.legend

export const lights: readonly Named<LightName>[] = [
  { value: 'studio', label: 'Studio' },
  { value: 'overcast', label: 'Overcast sky' },
  { value: 'sun', label: 'Noon sun' },
  { value: 'sunset', label: 'Sunset' },
  { value: 'stage', label: 'Rim light' },
  { value: 'even', label: 'Even' },
]

export const backgrounds: readonly Named<Background>[] = [
  { value: 'page', label: 'Page' },
  { value: 'white', label: 'White' },
  { value: 'grey', label: 'Grey' },
  { value: 'black', label: 'Black' },
  { value: 'checker', label: 'Checker' },
  { value: 'environment', label: 'Environment' },
]

export const toneMappings: readonly Named<ToneMappingName>[] = [
  { value: 'neutral', label: 'Neutral', hint: 'True to the texture’s colours.' },
  { value: 'agx', label: 'AgX', hint: 'Soft, film-like.' },
  { value: 'aces', label: 'ACES', hint: 'High contrast, cinematic.' },
  { value: 'none', label: 'None', hint: 'Bright areas are clipped.' },
]
