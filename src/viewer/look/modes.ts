import type { SelectOption } from '#ui/fields/select-props.ts'
import { t } from '#languages/viewer.ts'
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
  { value: 'studio', label: t('Studio') },
  { value: 'overcast', label: t('Overcast sky') },
  { value: 'sun', label: t('Noon sun') },
  { value: 'sunset', label: t('Sunset') },
  { value: 'stage', label: t('Rim light') },
  { value: 'even', label: t('Even') },
]

export const backgrounds: readonly Named<Background>[] = [
  { value: 'page', label: t('Page') },
  { value: 'white', label: t('White') },
  { value: 'grey', label: t('Grey') },
  { value: 'black', label: t('Black') },
  { value: 'checker', label: t('Checker') },
  { value: 'environment', label: t('Environment') },
]

export const toneMappings: readonly Named<ToneMappingName>[] = [
  { value: 'neutral', label: t('Neutral'), hint: t('True to the texture’s colours.') },
  { value: 'agx', label: t('AgX'), hint: t('Soft, film-like.') },
  { value: 'aces', label: t('ACES'), hint: t('High contrast, cinematic.') },
  { value: 'none', label: t('None'), hint: t('Bright areas are clipped.') },
]
