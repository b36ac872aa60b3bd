import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { openCase, readCase } from '../cases.fixture.ts'
import { writePng } from '../pictures/png.ts'
import { readPainting } from './painting.ts'

const points = ['0 0 0', '10 0 0', '0 10 0', '0 0 10']
const mesh = (more = '', first = more) =>
  `<mesh><vertices>${points
    .map((point) => point.split(' '))
    .map(([x, y, z]) => `<vertex x="${x}" y="${y}" z="${z}"/>`)
    .join('')}</vertices><triangles>${['0 2 1', '0 1 3', '1 2 3', '2 0 3']
    .map((row) => row.split(' '))
    .map(([a, b, c], at) => `<triangle v1="${a}" v2="${b}" v3="${c}" ${at === 0 ? first : more}/>`)
    .join('')}</triangles></mesh>`
const object = (id: number, head = '', inner = mesh()) =>
  `<object id="${id}" ${head}>${inner}</object>`
const model = (resources: string, build: string) =>
  `<?xml version="1.0"?><model unit="millimeter" xmlns:m="m" xmlns:p="p"><resources>${resources}</resources><build>${build}</build></model>`

function pack(
  text: string,
  more: Record<string, string | Uint8Array> = {},
  path = '3D/3dmodel.model',
) {
  const rels = `<Relationships><Relationship Target="/${path}" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>`
  const files = Object.entries({ '_rels/.rels': rels, [path]: text, ...more }).map(
    ([name, content]) => [name, typeof content === 'string' ? strToU8(content) : content] as const,
  )
  return { name: 'a.3mf', bytes: new Uint8Array(zipSync(Object.fromEntries(files))) }
}

const png = (...pixels: readonly number[]) =>
  writePng({ width: pixels.length / 4, height: 1, pixels: Uint8Array.from(pixels) })

describe('read3mf', () => {
  it('reads a main part whose file extension is unusual', async () => {
    expect((await openCase(readCase('Box_ExtensionCustom.3mf'))).triangles).toBe(12)
  })

  it('explains that a file is encrypted', async () => {
    await expect(openCase(readCase('keystore_encrypted.3mf'))).rejects.toThrow(
      /^This 3MF is encrypted/,
    )
  })

  it('explains that shapes defined by functions cannot be read', async () => {
    const text = model(
      '<i:implicitfunction id="3"/>' + object(1, '', '<v:levelset functionid="3"/>'),
      '<item objectid="1"/>',
    )
    await expect(openCase(pack(text))).rejects.toThrow(/functions or picture stacks/)
  })

  it.each([
    ['entities', 'tex 5 &amp; more &apos;.png', "tex 5 & more '.png"],
    ['percent escapes', 'tex%201.png', 'tex 1.png'],
    ['another ending', 'tex.texture', 'tex.texture'],
    ['another case', 'TEX.png', 'tex.png'],
  ])('finds a texture in spite of %s', async (_, written, stored) => {
    const resources = `<m:texture2d id="1" path="/3D/Textures/${written}" contenttype="image/png"/><m:texture2dgroup id="2" texid="1"><m:tex2coord u="0" v="1"/></m:texture2dgroup>`
    const text = model(resources + object(9, '', mesh('pid="2" p1="0"')), '<item objectid="9"/>')
    const bytes = png(255, 0, 0, 255)
    const opened = await openCase(pack(text, { [`3D/Textures/${stored}`]: bytes }))
    expect(opened.missing).toEqual([])
    expect(opened.materials[0]!.picture?.bytes).toEqual(bytes)
  })

  it('ignores comments', async () => {
    const text = model(
      `<!-- ${object(1)} -->${object(2)}`,
      '<!-- <item objectid="1"/> --><item objectid="2"/>',
    )
    expect((await openCase(pack(text))).triangles).toBe(4)
  })

  it('shows the layers below a transparent picture', async () => {
    const resources =
      '<basematerials id="1"><base name="a" displaycolor="#00FF00"/></basematerials>' +
      '<m:texture2d id="2" path="/t.png" contenttype="image/png"/><m:texture2dgroup id="3" texid="2"><m:tex2coord u="0" v="0"/></m:texture2dgroup>' +
      '<m:multiproperties id="4" pids="1 3"><m:multi pindices="0 0"/></m:multiproperties>'
    const text = model(resources + object(9, '', mesh('pid="4" p1="0"')), '<item objectid="9"/>')
    const { materials } = await openCase(pack(text, { 't.png': png(255, 0, 0, 255, 0, 0, 0, 0) }))
    expect(materials[0]!.picture?.bytes).toEqual(png(255, 0, 0, 255, 0, 255, 0, 255))
  })

  it('keeps the opacity of colours', async () => {
    const resources = '<m:colorgroup id="1"><m:color color="#FF000080"/></m:colorgroup>'
    const text = model(resources + object(9, '', mesh('pid="1" p1="0"')), '<item objectid="9"/>')
    const { materials } = await openCase(pack(text))
    expect(materials[0]!.color[3]).toBeCloseTo(128 / 255)
  })

  it('leaves out supports and items that are not printed, and reports their number', async () => {
    const cura = object(
      3,
      '',
      `<metadatagroup><metadata name="cura:support_mesh">True</metadata></metadatagroup>${mesh()}`,
    )
    const text = model(
      object(1) + object(2, 'type="support"') + cura,
      '<item objectid="1"/><item objectid="2"/><item objectid="3"/><item objectid="1" printable="0"/>',
    )
    const { triangles, losses } = await openCase(pack(text))
    expect(triangles).toBe(4)
    expect(losses).toEqual([
      'Left out: 1 support.',
      'Left out: 1 modifier.',
      'Left out: 1 unprinted object.',
    ])
  })
})

const bambu = (paint = '') => {
  const parts = [1, 2, 3, 4]
    .map((id) => object(id, '', id === 1 ? mesh('', paint) : mesh()))
    .join('')
  const components = [1, 2, 3, 4]
    .map((id) => `<component p:path="/3D/Objects/a.model" objectid="${id}"/>`)
    .join('')
  return pack(
    model(object(8, '', `<components>${components}</components>`), '<item objectid="8"/>'),
    {
      '3D/Objects/a.model': model(parts, ''),
      'Metadata/project_settings.config':
        '{"filament_colour": ["#FF0000", "#00FF00", "#0000FFFF"]}',
      'Metadata/model_settings.config': `<config><object id="8"><metadata key="extruder" value="2"/>
      <part id="1" subtype="normal_part"></part>
      <part id="2" subtype="normal_part"><metadata key="extruder" value="1"/></part>
      <part id="3" subtype="modifier_part"></part><part id="4" subtype="negative_part"></part></object>
      <plate></plate><plate></plate></config>`,
    },
  )
}

describe('read3mf with a project of Bambu Studio', () => {
  it('reads the filaments and leaves out modifiers and negative volumes', async () => {
    const { parts, triangles, losses } = await openCase(bambu())
    expect(triangles).toBe(8)
    expect(parts.map(({ colors }) => Array.from(colors!.slice(0, 3)))).toEqual([
      [0, 1, 0],
      [1, 0, 0],
    ])
    expect(losses).toEqual([
      'Left out: 1 modifier.',
      'Left out: 1 negative volume.',
      'This project has 2 plates, which are shown together.',
    ])
  })

  it('reads painted triangles', async () => {
    const { parts, area } = await openCase(bambu('paint_color="0C"'))
    expect(Array.from(parts[0]!.colors!.slice(0, 3))).toEqual([0, 0, 1])
    expect(Array.from(parts[0]!.colors!.slice(9, 12))).toEqual([0, 1, 0])
    const split = await openCase(bambu('paint_color="44483"'))
    expect(split.triangles).toBeGreaterThan(8)
    expect(split.area).toBeCloseTo(area)
  })
})

it('read3mf reads volumes and painting of PrusaSlicer', async () => {
  const text = model(
    object(1, '', mesh('', 'slic3rpe:mmu_segmentation="4"')),
    '<item objectid="1"/>',
  )
  const { triangles, losses, parts } = await openCase(
    pack(text, {
      'Metadata/Slic3r_PE.config':
        '; extruder_colour = #FF0000;#00FF00\n; filament_colour = #111111;#222222\n',
      'Metadata/Slic3r_PE_model.config': `<config><object id="1"><metadata type="object" key="extruder" value="2"/>
        <volume firstid="0" lastid="1"><metadata type="volume" key="volume_type" value="ModelPart"/></volume>
        <volume firstid="2" lastid="3"><metadata type="volume" key="volume_type" value="SupportBlocker"/></volume></object></config>`,
    }),
  )
  expect([triangles, losses]).toEqual([2, ['Left out: 1 support volume.']])
  expect(Array.from(parts[0]!.colors!.slice(0, 3))).toEqual([1, 0, 0])
  expect(Array.from(parts[0]!.colors!.slice(9, 12))).toEqual([0, 1, 0])
})

describe('readPainting', () => {
  it.each([
    ['4', [1]],
    ['8', [2]],
    ['0C', [3]],
    ['1C', [4]],
  ])('reads the whole triangle %s', (code, filaments) => {
    expect(readPainting(code)?.map(({ filament }) => filament)).toEqual(filaments)
  })

  it('splits a triangle into four, with the last piece first', () => {
    expect(readPainting('48043')?.map(({ filament }) => filament)).toEqual([1, 0, 2, 1])
  })

  it('returns undefined for a code that ends too early or splits without end', () => {
    expect(readPainting('3')).toBeUndefined()
    expect(readPainting('3'.repeat(1000))).toBeUndefined()
  })
})
