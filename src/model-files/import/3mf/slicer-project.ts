import { toLinear } from '../to-linear.ts'
import { findElements, findTags, getAttribute, getStartTag } from './xml.ts'

export type PartRole = 'modifier' | 'negative volume' | 'support volume'

export type SlicerPart = {
  readonly role?: PartRole | undefined
  readonly filament?: number | undefined
}

export type SlicerProject = {
  readonly filaments: readonly (readonly [number, number, number, number])[]
  /** Settings by id: `8` for an object, `8 1` for a part of object 8. */
  readonly parts: ReadonlyMap<string, SlicerPart>
  readonly volumes: ReadonlyMap<string, readonly SlicerVolume[]>
  readonly plates: number
}

export type SlicerVolume = SlicerPart & { readonly first: number; readonly last: number }

type ReadText = (path: string) => string

/** Reads the settings that Bambu Studio, OrcaSlicer and PrusaSlicer store in a 3MF. */
export function readSlicerProject(getText: ReadText): SlicerProject {
  const bambu = getText('Metadata/model_settings.config')
  const prusa = getText('Metadata/Slic3r_PE_model.config')
  return {
    filaments: getFilaments(getText),
    parts: new Map([...getBambuParts(bambu), ...getPrusaObjects(prusa)]),
    volumes: getPrusaVolumes(prusa),
    plates: findTags(bambu, 'plate').length,
  }
}

function getFilaments(getText: ReadText): SlicerProject['filaments'] {
  const bambu = /"filament_colou?r"\s*:\s*\[([^\]]*)\]/.exec(
    getText('Metadata/project_settings.config'),
  )?.[1]
  const prusa = getText('Metadata/Slic3r_PE.config')
  const lines = ['extruder_colour', 'filament_colour'].map(
    (key) => new RegExp(`^;?\\s*${key}\\s*=\\s*(.*)$`, 'm').exec(prusa)?.[1] ?? '',
  )
  const source = bambu ?? lines.find((line) => line.includes('#')) ?? ''
  return Array.from(source.matchAll(/#([0-9a-f]{6})(?:[0-9a-f]{2})?/gi), ([, hex = '']) => {
    const channel = (at: number) => toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    return [channel(0), channel(2), channel(4), 1] as const
  })
}

function getMetadata(element: string, inner: RegExp): Map<string, string> {
  const own = element.replaceAll(inner, '')
  return new Map(
    findTags(own, 'metadata').map((tag) => [
      getAttribute(tag, 'key') ?? '',
      getAttribute(tag, 'value') ?? '',
    ]),
  )
}

const toFilament = (text: string | undefined): number | undefined => {
  const number = Number(text)
  return Number.isInteger(number) && number > 0 ? number : undefined
}

const bambuRoles: readonly [RegExp, PartRole][] = [
  [/^modifier/i, 'modifier'],
  [/^negative/i, 'negative volume'],
  [/^support/i, 'support volume'],
]

function getBambuParts(text: string): [string, SlicerPart][] {
  return findElements(text, 'object').flatMap((object) => {
    const id = getAttribute(getStartTag(object), 'id') ?? ''
    const whole = toFilament(getMetadata(object, /<part\b[\s\S]*?<\/part>/g).get('extruder'))
    const parts = findElements(object, 'part').map((part): [string, SlicerPart] => {
      const head = getStartTag(part)
      const kind = getAttribute(head, 'subtype') ?? ''
      const own = toFilament(getMetadata(part, /$^/g).get('extruder'))
      const role = bambuRoles.find(([pattern]) => pattern.test(kind))?.[1]
      return [`${id} ${getAttribute(head, 'id') ?? ''}`, { role, filament: own ?? whole }]
    })
    return [[id, { filament: whole }], ...parts]
  })
}

function getPrusaObjects(text: string): [string, SlicerPart][] {
  return findElements(text, 'object').map((object) => {
    const id = getAttribute(getStartTag(object), 'id') ?? ''
    const settings = getMetadata(object, /<volume\b[\s\S]*?<\/volume>/g)
    return [id, { filament: toFilament(settings.get('extruder')) }]
  })
}

const prusaRoles: readonly [RegExp, PartRole][] = [
  [/modifier/i, 'modifier'],
  [/negative/i, 'negative volume'],
  [/support/i, 'support volume'],
]

function getPrusaVolumes(text: string): Map<string, SlicerVolume[]> {
  return new Map(
    findElements(text, 'object').map((object) => {
      const id = getAttribute(getStartTag(object), 'id') ?? ''
      const volumes = findElements(object, 'volume').map((volume): SlicerVolume => {
        const head = getStartTag(volume)
        const settings = getMetadata(volume, /$^/g)
        const kind = settings.get('volume_type') ?? ''
        const isModifier = settings.get('modifier') === '1'
        return {
          first: Number(getAttribute(head, 'firstid') ?? 0),
          last: Number(getAttribute(head, 'lastid') ?? -1),
          role: isModifier ? 'modifier' : prusaRoles.find(([pattern]) => pattern.test(kind))?.[1],
          filament: toFilament(settings.get('extruder')),
        }
      })
      return [id, volumes]
    }),
  )
}
