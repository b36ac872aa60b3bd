import type { SelectOption } from '#ui/fields/select-props.ts'
import type { LightName } from '../light/light-sets.ts'
import type { Background, DisplayMode, ToneMappingName } from './look.ts'

type Named<Value extends string> = SelectOption<Value> & {
  /** What the picture says, where that is not plain to see. */
  legend?: string
}

export const modes: readonly Named<DisplayMode>[] = [
  { value: 'shaded', label: 'Shaded', group: 'Surface' },
  { value: 'clay', label: 'Clay', group: 'Surface', legend: 'The shape alone, in unpainted clay.' },
  { value: 'matcap', label: 'Glaze', group: 'Surface', legend: 'Gloss that shows every dent.' },
  {
    value: 'wireframe',
    label: 'Wireframe',
    group: 'Shape',
    legend: 'The edges in front, without the surface.',
  },
  {
    value: 'normals',
    label: 'Normals',
    group: 'Shape',
    legend: 'Where surfaces face: red is right, green up, blue to the front.',
  },
  {
    value: 'orientation',
    label: 'Face sides',
    group: 'Shape',
    legend: 'Blue is the outside of a face, red its inside.',
  },
  { value: 'depth', label: 'Depth', group: 'Shape', legend: 'Near is white, far is black.' },
  {
    value: 'uv',
    label: 'UV checker',
    group: 'Texture',
    legend: 'Squares should look square and equally large.',
  },
  {
    value: 'texelDensity',
    label: 'Texel density',
    group: 'Texture',
    legend: 'How finely the texture lies: blue coarse, green even, red fine.',
  },
  {
    value: 'baseColor',
    label: 'Base colour',
    group: 'Channels',
    legend: 'The colour without light.',
  },
  {
    value: 'roughness',
    label: 'Roughness',
    group: 'Channels',
    legend: 'Black is polished, white is matt.',
  },
  {
    value: 'metalness',
    label: 'Metalness',
    group: 'Channels',
    legend: 'White is metal, black is not.',
  },
  {
    value: 'occlusion',
    label: 'Occlusion',
    group: 'Channels',
    legend: 'Stored shade: dark where little light gets in. Stripes: there is none.',
  },
  { value: 'emissive', label: 'Emission', group: 'Channels', legend: 'What glows by itself.' },
  { value: 'alpha', label: 'Alpha', group: 'Channels', legend: 'White is solid, black is clear.' },
  {
    value: 'vertexColor',
    label: 'Vertex colours',
    group: 'Channels',
    legend: 'Colours stored with the points. Stripes: there are none.',
  },
]

export const legendOf = (mode: DisplayMode): string | undefined =>
  modes.find(({ value }) => value === mode)?.legend

export const lights: readonly Named<LightName>[] = [
  { value: 'studio', label: 'Studio' },
  { value: 'overcast', label: 'Overcast sky' },
  { value: 'sun', label: 'Noon sun' },
  { value: 'sunset', label: 'Sunset' },
  { value: 'stage', label: 'Dark stage' },
  { value: 'even', label: 'Even, from all sides' },
]

export const backgrounds: readonly Named<Background>[] = [
  { value: 'page', label: 'Page' },
  { value: 'white', label: 'White' },
  { value: 'grey', label: 'Grey' },
  { value: 'black', label: 'Black' },
  { value: 'checker', label: 'Checker' },
]

export const toneMappings: readonly Named<ToneMappingName>[] = [
  { value: 'neutral', label: 'Neutral', hint: 'Keeps the colours of the texture.' },
  { value: 'agx', label: 'AgX', hint: 'Soft, like film.' },
  { value: 'aces', label: 'ACES', hint: 'Strong contrast, as in cinema.' },
  { value: 'none', label: 'None', hint: 'Cuts off what is too bright.' },
]
