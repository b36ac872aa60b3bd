import type { SelectOption } from '#ui/fields/select-props.ts'
import type { LightName } from '../light/light-sets.ts'
import type { Background, DisplayMode, ToneMappingName } from './look.ts'

type Named<Value extends string> = SelectOption<Value> & {
  /** Explains the picture if it is not obvious. */
  legend?: string
}

export const modes: readonly Named<DisplayMode>[] = [
  { value: 'shaded', label: 'Shaded', group: 'Surface' },
  { value: 'clay', label: 'Clay', group: 'Surface', legend: 'The shape alone, without materials.' },
  {
    value: 'matcap',
    label: 'Matcap',
    group: 'Surface',
    legend: 'A glossy finish that shows every dent.',
  },
  {
    value: 'wireframe',
    label: 'Wireframe',
    group: 'Shape',
    legend: 'Visible edges, without surfaces.',
  },
  {
    value: 'normals',
    label: 'Normals',
    group: 'Shape',
    legend: 'Surface direction: red is right, green is up, blue is front.',
  },
  {
    value: 'orientation',
    label: 'Face orientation',
    group: 'Shape',
    legend: 'Blue is the front of a face, red the back.',
  },
  { value: 'depth', label: 'Depth', group: 'Shape', legend: 'White is near, black is far.' },
  {
    value: 'uv',
    label: 'UV checker',
    group: 'Texture',
    legend: 'Squares should look square and evenly sized.',
  },
  {
    value: 'texelDensity',
    label: 'Texel density',
    group: 'Texture',
    legend: 'Texture resolution: blue is low, green is average, red is high.',
  },
  {
    value: 'baseColor',
    label: 'Base colour',
    group: 'Channels',
    legend: 'The colour without lighting.',
  },
  {
    value: 'roughness',
    label: 'Roughness',
    group: 'Channels',
    legend: 'Black is smooth, white is rough.',
  },
  {
    value: 'metalness',
    label: 'Metalness',
    group: 'Channels',
    legend: 'White is metal, black is non-metal.',
  },
  {
    value: 'occlusion',
    label: 'Ambient occlusion',
    group: 'Channels',
    legend: 'Baked ambient occlusion. Stripes: the model has none.',
  },
  {
    value: 'emissive',
    label: 'Emissive',
    group: 'Channels',
    legend: 'Light given off by the material.',
  },
  {
    value: 'alpha',
    label: 'Alpha',
    group: 'Channels',
    legend: 'White is opaque, black is transparent.',
  },
  {
    value: 'vertexColor',
    label: 'Vertex colours',
    group: 'Channels',
    legend: 'Colours stored per vertex. Stripes: the model has none.',
  },
  {
    value: 'normalTexture',
    label: 'Normal texture',
    group: 'Channels',
    legend: 'The texture as it is stored. Stripes: the model has none.',
  },
  ...(
    [
      ['clearcoat', 'Clearcoat'],
      ['clearcoatRoughness', 'Clearcoat roughness'],
      ['sheenColor', 'Sheen colour'],
      ['sheenRoughness', 'Sheen roughness'],
      ['transmission', 'Transmission'],
      ['iridescence', 'Iridescence'],
      ['anisotropy', 'Anisotropy'],
      ['specular', 'Specular'],
      ['specularColor', 'Specular colour'],
    ] as const
  ).map(([value, label]) => ({
    value,
    label,
    group: 'Material extensions',
    legend: value.endsWith('Color')
      ? 'The colour without lighting. Stripes: the model has none.'
      : 'White is full strength, black is none. Stripes: the model has none.',
  })),
]

export const legendOf = (mode: DisplayMode): string | undefined =>
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
