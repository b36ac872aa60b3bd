import type { LightName } from '../light/light-sets.ts'
import type { DisplayMode } from './modes/display-modes.ts'

/**
 * Background of the model. `page` is transparent, and `environment` shows the surroundings of the
 * light.
 */
export type Background = 'page' | 'white' | 'grey' | 'black' | 'checker' | 'environment'

export type ToneMappingName = 'neutral' | 'agx' | 'aces' | 'none'

export type Look = {
  mode: DisplayMode
  hasEdges: boolean
  /** Exposure in stops. Each stop doubles the light. */
  exposureEv: number
  toneMapping: ToneMappingName
  light: LightName
  lightTurn: number
  background: Background
  /** Blur of the environment behind the model. 0 is sharp, 1 shows only the direction of light. */
  backgroundBlur: number
  hasShadow: boolean
  hasGrid: boolean
  hasGizmo: boolean
  isOrthographic: boolean
  isTurning: boolean
}

export const defaultLook: Look = {
  mode: 'shaded',
  hasEdges: false,
  exposureEv: 0,
  toneMapping: 'neutral',
  light: 'studio',
  lightTurn: 0,
  background: 'page',
  backgroundBlur: 0,
  hasShadow: true,
  hasGrid: false,
  hasGizmo: false,
  isOrthographic: false,
  isTurning: false,
}

export const needsLookEffects = ({
  mode,
  hasEdges,
  light,
  lightTurn,
  toneMapping,
}: Look): boolean =>
  mode !== 'shaded' ||
  hasEdges ||
  light !== defaultLook.light ||
  lightTurn !== 0 ||
  toneMapping !== defaultLook.toneMapping
